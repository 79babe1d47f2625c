import type { Page } from '@playwright/test';

/**
 * Keeps every shift of the layout that nobody caused by an input within the half second before it, as the browser counts
 * them for the Cumulative Layout Shift. To run before the page's own scripts; Playwright takes its text.
 */
function keepShifts(): void {
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly {
      readonly node: Node | null;
      previousRect: DOMRectReadOnly;
      currentRect: DOMRectReadOnly;
    }[];
  }
  const nameOf = (node: Node | null): string => {
    const steps: string[] = [];
    for (let at = node instanceof Element ? node : node?.parentElement; at && steps.length < 4; at = at.parentElement) {
      const label = at.getAttribute('aria-label');
      const [style] = at.classList;
      const told = label === null ? (style === undefined ? '' : `.${style}`) : `[${label}]`;
      steps.unshift(at.localName + told);
    }
    const words = (node?.textContent ?? '').trim().slice(0, 30);
    return `${steps.join(' > ')} "${words}"`;
  };
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly): string =>
    `${[x, y].map(Math.round).join(',')} ${[width, height].map(Math.round).join('×')}`;
  const kept: string[] = [];
  const keep = (entries: readonly PerformanceEntry[]): void => {
    for (const { value, hadRecentInput, sources, startTime } of entries as readonly Shift[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(
        ({ node, previousRect, currentRect }) => `${nameOf(node)}: ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
      );
      kept.push(`${value.toFixed(5)} after ${Math.round(startTime)} ms: ${moved.join('; ')}`);
    }
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, {
    readShifts: () => {
      keep(observer.takeRecords());
      return kept;
    },
  });
}

/** From the next document on, keeps what moves in the page by itself. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(keepShifts);
}

/** What has moved since the document came, a line a shift: its score, when, and what moved from where to where. */
export async function readShifts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // What is in the document is drawn in the next frame, and told of after it.
    await frame();
    await frame();
    await new Promise((told) => setTimeout(told));
    const read: unknown = Reflect.get(window, 'readShifts');
    return typeof read === 'function' ? (Reflect.apply(read, window, []) as string[]) : ['No shifts were watched.'];
  });
}
