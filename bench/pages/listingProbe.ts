/*
 * Runs before the real app starts: observes how a list of files loads and how it responds to typing.
 */

/** Measurements of an action. */
interface ListStepSeen {
  /** Longest task on the main thread. 0 if no task took 50 ms. */
  readonly longestTaskMs: number;
}

/** Measurements of typing into the search field. */
interface ListTypingSeen extends ListStepSeen {
  /** Time from each keystroke to the next paint, ms. */
  readonly strokesMs: readonly number[];
}

const answers: string[] = [];
let firstBytesAt = Number.NaN;
let lastBytesAt = Number.NaN;
let longestTaskMs = 0;

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
}).observe({ type: 'longtask', buffered: true });

const ownFetch = window.fetch.bind(window);
window.fetch = async (input, init) => {
  const response = await ownFetch(input, init);
  if (!response.url.includes('/manage/files')) return response;
  const readText = response.text.bind(response);
  response.text = async () => {
    const body = await readText();
    answers.push(body);
    lastBytesAt = performance.now();
    if (answers.length === 1) firstBytesAt = lastBytesAt;
    return body;
  };
  return response;
};

const inGrid = '[role=grid][aria-label^="Files of"]';

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(requestAnimationFrame);
}

/** Waits until long tasks are reported, which happens after they have ended. */
async function takeLongestTask(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const longest = longestTaskMs;
  longestTaskMs = 0;
  return longest;
}

/** Waits until the given number of files is listed. */
async function watchListing(files: number) {
  await until(() => document.querySelectorAll(`${inGrid} [role=gridcell]`).length > 0);
  const firstRowsAt = performance.now();
  await until(() => document.querySelector(`${inGrid}[aria-rowcount="${files + 1}"]`) !== null && isSettled());
  const allRowsAt = performance.now();
  const rows = document.querySelectorAll(`${inGrid} [role=row]`).length;
  const longest = await takeLongestTask();
  const started = performance.now();
  for (const answer of answers) JSON.parse(answer);
  const parseMs = performance.now() - started;
  answers.length = 0;
  await takeLongestTask();
  return {
    /** Time from the last byte of the first page to the first rows. */
    firstRowsMs: firstRowsAt - firstBytesAt,
    /** Time from the last byte of the last page until all files are counted. */
    allRowsMs: allRowsAt - lastBytesAt,
    /** Time that `JSON.parse` takes for all responses in this page. */
    parseMs,
    /** Longest task on the main thread. 0 if no task took 50 ms. */
    longestTaskMs: longest,
    /** Maximum number of rows in the document. */
    rows,
  };
}

/** Waits until all of very many files are listed. */
async function watchManyFiles(files: number): Promise<ListStepSeen> {
  await until(() => document.querySelector(`${inGrid}[aria-rowcount="${files + 1}"]`) !== null && isSettled());
  answers.length = 0;
  return { longestTaskMs: await takeLongestTask() };
}

/** Measurements of using a list of very many files. */
interface ManyFilesSeen {
  readonly reachesLastRow: boolean;
  /** Time until the list is sorted. */
  readonly sortMs: number;
  /** Longest task meanwhile. */
  readonly sortingMs: number;
}

/** Scrolls to the last row, and sorts by size, the largest file first. */
async function useManyFiles(files: number): Promise<ManyFilesSeen> {
  const scrolled = scroller();
  scrolled.scrollTop = scrolled.scrollHeight;
  for (let frame = 0; frame < 10; frame += 1) await nextPaint();
  const last = document.querySelector(`${inGrid} [aria-rowindex="${files + 1}"]`);
  const { bottom } = scrolled.getBoundingClientRect();
  const reachesLastRow = last !== null && last.getBoundingClientRect().bottom <= bottom + 1;
  scrolled.scrollTop = 0;
  await takeLongestTask();
  const size = [...document.querySelectorAll<HTMLElement>(`${inGrid} [role=columnheader] button`)].find(
    ({ textContent }) => textContent === 'Size',
  );
  const firstRow = () => document.querySelector(`${inGrid} [aria-rowindex="2"]`)?.textContent;
  const before = firstRow();
  size?.click();
  await until(() => document.querySelector(`${inGrid} [aria-sort=ascending]`) !== null);
  const started = performance.now();
  size?.click();
  await until(() => firstRow() !== before);
  return { reachesLastRow, sortMs: performance.now() - started, sortingMs: await takeLongestTask() };
}

/** Returns true once all pages have loaded, so that the order and the counts are final. */
function isSettled(): boolean {
  return ![...document.querySelectorAll('[role=status]')].some((one) => one.textContent.includes('loaded…'));
}

function nextPaint(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(undefined);
    });
  });
}

/** Types a text into the search. */
async function typeSearch(text: string): Promise<ListTypingSeen> {
  const field = document.querySelector<HTMLInputElement>('input[aria-label="Search"]');
  if (field === null) throw new Error('There is no search.');
  return typeInto(field, text);
}

/** Types a text into a field that does nothing: a paint waits for the next frame in any case. */
async function typePlainly(text: string): Promise<ListTypingSeen> {
  const field = document.createElement('input');
  document.body.replaceChildren(field);
  return typeInto(field, text);
}

/** Types a text, waiting for a paint after each keystroke and then for a list to update. */
async function typeInto(field: HTMLInputElement, text: string): Promise<ListTypingSeen> {
  const strokesMs: number[] = [];
  for (let length = 1; length <= text.length; length += 1) {
    const started = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text.slice(0, length));
    field.dispatchEvent(new Event('input', { bubbles: true }));
    strokesMs.push((await nextPaint()) - started);
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  return { strokesMs, longestTaskMs: await takeLongestTask() };
}

/** Selects all rows and waits until the selection is shown. */
async function selectAll(words: string): Promise<ListStepSeen> {
  document.querySelector<HTMLInputElement>('input[aria-label="Select all"]')?.click();
  await until(() => document.body.textContent.includes(words));
  return { longestTaskMs: await takeLongestTask() };
}

function scroller(): Element {
  const scrolled = document.querySelector(`${inGrid} > [role=presentation]`);
  if (scrolled === null) throw new Error('There is no list.');
  return scrolled;
}

/** Scrolls through the entire list. */
async function scrollThrough(): Promise<ListStepSeen> {
  const scrolled = scroller();
  for (let step = 1; step <= 40; step += 1) {
    scrolled.scrollTop = (scrolled.scrollHeight * step) / 40;
    await nextPaint();
  }
  return { longestTaskMs: await takeLongestTask() };
}

Object.assign(window, {
  watchListing,
  watchManyFiles,
  useManyFiles,
  typeSearch,
  typePlainly,
  selectAll,
  scrollThrough,
});
