/*
 * Looks back at the start of a page.
 */

/** How the start of a page went, ms since the navigation began. */
interface StartSeen {
  /** When the largest text or picture was drawn. */
  readonly largestPaintMs: number;
  /** What the long tasks took beyond 50 ms each. */
  readonly blockingMs: number;
  /** Paths of the scripts and styles that the page has run and used. */
  readonly files: readonly string[];
  readonly text: string;
}

const LONG_TASK_MS = 50;
/** Nothing is drawn and no task is long for such a time: the start is over. */
const QUIET_MS = 1_000;

/** Waits until the start is over. */
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

/** Without what is fetched ahead for later. */
function usedFiles(): string[] {
  const tags = document.querySelectorAll<HTMLElement>('script[src], link[rel=stylesheet]');
  const addresses = [...tags].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href') ?? '');
  return addresses.map((address) => new URL(address, window.location.href).pathname);
}

Object.assign(window, { watchStart });
