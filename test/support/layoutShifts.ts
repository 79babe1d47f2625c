import type { BrowserContext, Page } from '@playwright/test';

/**
 * Records the layout shifts that the browser counts for Cumulative Layout Shift: those without user input in the
 * preceding half second. Serialized by Playwright, so it must not use outer variables.
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
      const suffix = label === null ? (style === undefined ? '' : `.${style}`) : `[${label}]`;
      steps.unshift(at.localName + suffix);
    }
    const text = (node?.textContent ?? '').trim().slice(0, 30);
    return `${steps.join(' > ')} "${text}"`;
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

/** Records layout shifts in all pages of a context, from their next navigation on. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(keepShifts);
}

/** Returns one line per layout shift since the document was loaded: score, time, and what moved from where to where. */
export async function readShifts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // Shifts are reported after the frame in which they are drawn.
    await frame();
    await frame();
    await new Promise((passed) => setTimeout(passed));
    const read: unknown = Reflect.get(window, 'readShifts');
    return typeof read === 'function'
      ? (Reflect.apply(read, window, []) as string[])
      : ['Layout shifts were not recorded.'];
  });
}
