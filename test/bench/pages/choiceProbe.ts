/*
 * Runs in the real app: watches the page's own thread and the upload screen while many files are chosen and renamed.
 */

/** What was seen of one choice. Times count from the event with which the browser hands over the files, ms. */
interface ChoiceSeen {
  readonly firstRowsMs: number;
  /** Until every file was judged and the counts stood there. */
  readonly judgedMs: number;
  /** Longest task of the page's own thread; 0 where none took 50 ms. */
  readonly longestTaskMs: number;
  /** Most rows that were in the document at a time. */
  readonly rows: number;
}

/** What was seen of one change of what is on the screen: how long until it was drawn, and the longest task, ms. */
interface StepSeen {
  readonly drawnMs: number;
  readonly longestTaskMs: number;
}

function rowsOf(grid: string): number {
  return document.querySelectorAll(`[role=grid][aria-label="${grid}"] [role=row]`).length - 1;
}

function buttonNamed(text: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((one) => one.textContent === text);
}

function showsCounts(words: readonly string[]): boolean {
  return words.every((text) => buttonNamed(text) !== undefined);
}

/** Resolves in the frame after which the condition is drawn. */
async function drawn(isSo: () => boolean): Promise<number> {
  while (!isSo()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now();
}

/**
 * When the browser handed the files over. Before that, in the same task, it makes the list of them, one question to its
 * own process a file: that part is not the page's.
 */
let chosenAt = 0;

/** Watches the page's thread during a job; tasks are told of after they have ended. */
async function withLongestTask<Seen>(job: () => Promise<Seen>): Promise<Seen & { readonly longestTaskMs: number }> {
  let longestTaskMs = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const own = startTime + duration - Math.max(startTime, chosenAt);
      longestTaskMs = Math.max(longestTaskMs, own);
    }
  });
  tasks.observe({ type: 'longtask' });
  const seen = await job();
  await new Promise((resolve) => setTimeout(resolve, 200));
  tasks.disconnect();
  return { ...seen, longestTaskMs };
}

/** Waits for files to be chosen or dropped, and for all of them to be judged: each of these counts stands there then. */
function watchChoice(counts: readonly string[]): Promise<ChoiceSeen> {
  return withLongestTask(async () => {
    await new Promise<void>((resolve) => {
      for (const type of ['change', 'drop']) {
        const note = (): void => {
          chosenAt = performance.now();
          resolve();
        };
        window.addEventListener(type, note, { capture: true, once: true });
      }
    });
    const firstRowsMs = (await drawn(() => rowsOf('Chosen files') > 0)) - chosenAt;
    const judgedMs = (await drawn(() => showsCounts(counts))) - chosenAt;
    return { firstRowsMs, judgedMs, rows: rowsOf('Chosen files') };
  });
}

function isStep(act: () => void, isDone: () => boolean): Promise<StepSeen> {
  return withLongestTask(async () => {
    const started = performance.now();
    act();
    return { drawnMs: (await drawn(isDone)) - started };
  });
}

/** Writes into a field as a person would: React hears of it by the event. */
function write(field: HTMLInputElement | null, text: string): void {
  if (field === null) throw new Error('There is no such field.');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function press(text: string): void {
  const button = buttonNamed(text);
  if (button === undefined) throw new Error(`There is no button ${text}.`);
  button.click();
}

/** Gives the first wrong file a right name. */
async function renameInPlace(newName: string): Promise<StepSeen> {
  const field = document.querySelector<HTMLInputElement>('input[aria-label^="New name for"]');
  write(field, newName);
  await drawn(() => field?.value === newName);
  return isStep(
    () => field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    () => [...document.querySelectorAll('[role=row]')].some((row) => row.textContent.includes(newName)),
  );
}

interface RepairSeen {
  readonly select: StepSeen;
  readonly open: StepSeen;
  readonly type: StepSeen;
  readonly apply: StepSeen;
  readonly undo: StepSeen;
}

/** Gives all files new names, and takes it back. `invalid` is the count of wrong names before. */
async function repairAll(invalid: string): Promise<RepairSeen> {
  const dialog = () => document.querySelector('[role=dialog]');
  const select = await isStep(
    () => document.querySelector<HTMLInputElement>('input[aria-label="Select all"]')?.click(),
    () => buttonNamed('Rename selected') !== undefined,
  );
  const open = await isStep(
    () => press('Rename selected'),
    () => dialog()?.querySelector('input[data-autofocus]') instanceof HTMLInputElement,
  );
  write(dialog()?.querySelector<HTMLInputElement>('input') ?? null, 'BENCH');
  const type = await isStep(
    () => write(dialog()?.querySelector<HTMLInputElement>('input[data-autofocus]') ?? null, 'brain'),
    () => rowsOf('New names') > 0,
  );
  const apply = await isStep(
    () => press('Apply'),
    () => dialog() === null && !showsCounts([invalid]),
  );
  const undo = await isStep(
    () => [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Undo'))?.click(),
    () => showsCounts([invalid]),
  );
  return { select, open, type, apply, undo };
}

Object.assign(window, { watchChoice, renameInPlace, repairAll });
