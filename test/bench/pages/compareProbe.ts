/*
 * Runs in the real app on the page of a dataset: observes the main thread while a folder is compared with the dataset.
 */

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
  let longestTaskMs = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      // Earlier in the task of the event, the browser builds the list of files.
      longestTaskMs = Math.max(longestTaskMs, startTime + duration - Math.max(startTime, startedAt));
    }
  });
  tasks.observe({ type: 'longtask' });
  const isDone = (): boolean => {
    const tabs = [...document.querySelectorAll('[role=tab]')].map((one) => one.textContent);
    return hasButton('Compare again') && counts.every((text) => tabs.includes(text));
  };
  while (!isDone()) await new Promise(requestAnimationFrame);
  const seconds = (performance.now() - startedAt) / 1_000;
  await new Promise((resolve) => setTimeout(resolve, 200));
  tasks.disconnect();
  return { seconds, longestTaskMs };
}

function openComparison(): void {
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'Compare with a folder')?.click();
}

Object.assign(window, { hasButton, openComparison, watchComparison });
