/*
 * Reads the performance entries of a page load.
 */

/** Measurements of a page load, ms since the start of the navigation. */
interface StartSeen {
  /** Largest Contentful Paint. */
  readonly largestPaintMs: number;
  /** Total blocking time: the time beyond 50 ms of all long tasks. */
  readonly blockingMs: number;
  /** Paths of the scripts and styles that the page uses. */
  readonly files: readonly string[];
  readonly text: string;
}

const LONG_TASK_MS = 50;
/** The load is over after this time without a paint or a long task. */
const QUIET_MS = 1_000;

/** Waits until the page load is over. */
function watchStart(): Promise<StartSeen> {
  return new Promise((resolve) => {
    let largestPaintMs = 0;
    let blockingMs = 0;
    const end = (): void => resolve({ largestPaintMs, blockingMs, files: usedFiles(), text: document.body.innerText });
    let timer = setTimeout(end, QUIET_MS);
    const observe = (type: string, note: (entry: PerformanceEntry) => void): void => {
      const observer = new PerformanceObserver((entries) => {
        entries.getEntries().forEach(note);
        clearTimeout(timer);
        timer = setTimeout(end, QUIET_MS);
      });
      observer.observe({ type, buffered: true });
    };
    observe('largest-contentful-paint', ({ startTime }) => {
      largestPaintMs = startTime;
    });
    observe('longtask', ({ duration }) => {
      blockingMs += duration - LONG_TASK_MS;
    });
  });
}

/** Returns the scripts and styles of the page. */
function usedFiles(): string[] {
  const tags = document.querySelectorAll<HTMLElement>('script[src], link[rel=stylesheet]');
  const addresses = [...tags].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href') ?? '');
  return addresses.map((address) => new URL(address, window.location.href).pathname);
}

Object.assign(window, { watchStart });
