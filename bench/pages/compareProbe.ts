/*
 * Runs in the real app on the page of a dataset: observes the main thread while a folder is compared with the dataset.
 */

/** Long tasks are reported within this time. */
const SETTLING_MS = 200;
/** Longer than each step takes. */
const STEP_MS = 2_000;

/** Measurements of a comparison. */
interface ComparisonSeen {
  /** Seconds from the browser's event to the result. */
  readonly seconds: number;
  /** Longest task on the main thread from then on, ms. 0 if no task took 50 ms. */
  readonly longestTaskMs: number;
}

function hasButton(text: string): boolean {
  return [...document.querySelectorAll('button')].some((one) => one.textContent === text);
}

/** Waits until a folder is chosen and the comparison shows these counts. */
async function watchComparison(counts: readonly string[]): Promise<ComparisonSeen> {
  const startedAt = await new Promise<number>((resolve) => {
    window.addEventListener('change', () => resolve(performance.now()), { capture: true, once: true });
  });
  // Earlier in the task of the event, the browser builds the list of files.
  const endWatch = watchTasks(startedAt);
  const isDone = (): boolean => {
    const tabs = [...document.querySelectorAll('[role=tab]')].map((one) => one.textContent);
    return hasButton('Compare again') && counts.every((text) => tabs.includes(text));
  };
  while (!isDone()) await new Promise(requestAnimationFrame);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { seconds, longestTaskMs: await endWatch() };
}

/** Observes the main thread. Returns the function that ends it and returns the longest task from `since` on, ms. */
function watchTasks(since: number): () => Promise<number> {
  let longestTaskMs = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      longestTaskMs = Math.max(longestTaskMs, startTime + duration - Math.max(startTime, since));
    }
  });
  tasks.observe({ type: 'longtask' });
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    tasks.disconnect();
    return longestTaskMs;
  };
}

/** Uses the result like a user. Returns the longest task on the main thread for each action, ms. */
async function watchWork(): Promise<Readonly<Record<string, number>>> {
  const steps: Readonly<Record<string, () => void>> = {
    'another group': () => click('[role=tab]', 'Identical (0)'),
    'back to the group': () => click('[role=tab]', 'Different'),
    search: () => type('s0000'),
    'end of the search': () => type(''),
    sort: () => click('[role=columnheader] button', 'Size'),
    'saved as CSV': () => click('button', 'Save as CSV'),
    'saved as JSON': () => click('button', 'Save as JSON'),
  };
  const longest: Record<string, number> = {};
  for (const [name, start] of Object.entries(steps)) {
    const endWatch = watchTasks(performance.now());
    start();
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    longest[name] = await endWatch();
  }
  return longest;
}

/** Fetches the missing files. Returns the longest task on the main thread until some of them are requested, ms. */
async function watchFetch(): Promise<number> {
  performance.clearResourceTimings();
  const endWatch = watchTasks(performance.now());
  click('button', 'Fetch missing');
  const isRequested = (): boolean =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/manage/files/urls'));
  while (!isRequested()) await new Promise(requestAnimationFrame);
  return endWatch();
}

function click(selector: string, text: string): void {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent.startsWith(text));
  if (found === undefined) throw new Error(`There is no ${text}.`);
  found.click();
}

function type(text: string): void {
  const field = document.querySelector<HTMLInputElement>('input[type=search], input[aria-label^="Search"]');
  if (field === null) throw new Error('There is no search field.');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function openComparison(): void {
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'Compare with a folder')?.click();
}

/** The browser's private file system has real folder handles. */
function openRoot(): Promise<FileSystemDirectoryHandle> {
  return navigator.storage.getDirectory();
}

Object.assign(window, {
  hasButton,
  openComparison,
  showDirectoryPicker: openRoot,
  watchComparison,
  watchFetch,
  watchWork,
});
