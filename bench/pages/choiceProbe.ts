/*
 * Runs in the real app: observes the main thread and the upload screen while many files are chosen and renamed.
 */

/** Measurements of choosing files. Times start at the browser's event, ms. */
interface ChoiceSeen {
  readonly firstRowsMs: number;
  /** Time until the names of all files are checked and the invalid names are shown. */
  readonly judgedMs: number;
  /** Longest task on the main thread. 0 if no task took 50 ms. */
  readonly longestTaskMs: number;
  /** Maximum number of rows in the document at a time. */
  readonly rows: number;
}

/** Measurements of one update: time until it is painted, and the longest task, ms. */
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

/** Returns true if the card of a problem is shown. */
function showsCard(title: string): boolean {
  return [...document.querySelectorAll('[aria-label=Problems] h3')].some((shown) => shown.textContent === title);
}

/** Resolves in the frame that paints the condition. */
async function drawn(isSo: () => boolean): Promise<number> {
  while (!isSo()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now();
}

/**
 * Time of the browser's event. Earlier in the same task, the browser builds the list of files with one IPC call for
 * each, which is not the page's work.
 */
let chosenAt = 0;

/** Observes the main thread during a job. Long tasks are reported after they have ended. */
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

/** Waits until files are chosen or dropped and the names of all are checked, which is when a card is shown. */
function watchChoice(card: string): Promise<ChoiceSeen> {
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
    const judgedMs = (await drawn(() => opensTable() && rowsOf('Chosen files') > 0 && showsCard(card))) - chosenAt;
    return { firstRowsMs, judgedMs, rows: rowsOf('Chosen files') };
  });
}

/** Opens the table of all files, which is closed for many files with problems. */
function opensTable(): boolean {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('All files'));
  if (button?.ariaExpanded === 'false') button.click();
  return button !== undefined;
}

function isStep(act: () => void, isDone: () => boolean): Promise<StepSeen> {
  return withLongestTask(async () => {
    const started = performance.now();
    act();
    return { drawnMs: (await drawn(isDone)) - started };
  });
}

/** Sets the value of a field and dispatches the event that React listens to. */
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

/** Corrects the name of the first invalid file. `card` is the title of the card of the others. */
function renameInPlace(newName: string, card: string): Promise<StepSeen> {
  const field = document.querySelector<HTMLInputElement>('input[aria-label^="New name for"]');
  return isStep(
    () => write(field, newName),
    () => showsCard(card),
  );
}

interface RepairSeen {
  readonly select: StepSeen;
  readonly open: StepSeen;
  readonly type: StepSeen;
  readonly apply: StepSeen;
  readonly undo: StepSeen;
}

/** Renames all files and undoes it. `invalid` is the title of the card of invalid names before. */
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
  // The new names count up, and leave out the numbers of the old names.
  dialog()?.querySelector<HTMLInputElement>('[role=alert] input')?.click();
  await drawn(() => buttonNamed('Apply')?.disabled === false);
  const apply = await isStep(
    () => press('Apply'),
    () => dialog() === null && !showsCard(invalid),
  );
  const undo = await isStep(
    () => [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Undo'))?.click(),
    () => showsCard(invalid),
  );
  return { select, open, type, apply, undo };
}

/** Uploads all files. Resolves when the result takes the place of the chosen files. */
function uploadAll(): Promise<StepSeen> {
  return isStep(
    () => press('Upload'),
    () => document.querySelector('[data-upload-result]') !== null,
  );
}

Object.assign(window, { watchChoice, renameInPlace, repairAll, buttonNamed, uploadAll });
