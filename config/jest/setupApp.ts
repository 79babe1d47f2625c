import './englishFormats';
import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/react';
import { unstable_LowPriority, unstable_scheduleCallback } from 'scheduler';

/** Resolves when React has nothing left to render: it renders with a higher priority. */
const rendered = () =>
  new Promise<void>((resolve) => {
    unstable_scheduleCallback(unstable_LowPriority, () => resolve());
  });

const testingLibrary = getConfig();

configure({
  /**
   * Testing Library calls this for everything that waits: `findBy…`, `waitFor` and user events. What appears first ends the
   * wait, although React may show the rest of the same change, such as a deferred text, one render later. How many renders
   * fit into the wait depends on the machine. All of them do here, so that tests can look at the whole page after a wait.
   */
  asyncWrapper: (wait) =>
    testingLibrary.asyncWrapper(async () => {
      const result: unknown = await wait();
      await rendered();
      // An effect of the last render may have caused another one.
      await rendered();
      return result;
    }),
  // The default of one second is too short on a busy machine.
  asyncUtilTimeout: 30_000,
  // By default, a waiting test prints the page after each unsuccessful query. Use `screen.debug()` to print it.
  getElementError: (message) => new Error(message ?? ''),
});

class NeverResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Reports every element as visible. */
class SeesEverything implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '0px';
  readonly scrollMargin = '0px';
  readonly thresholds = [];
  constructor(private readonly onSeen: IntersectionObserverCallback) {}
  observe(target: Element): void {
    this.onSeen([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

// Mantine needs these, and jsdom lacks them.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as MediaQueryList;
window.ResizeObserver = NeverResizes;
window.IntersectionObserver = SeesEverything;
window.HTMLElement.prototype.scrollIntoView = () => undefined;

/** Elements that browsers do not display. */
const NOT_DISPLAYED = 'head, head *, script, style, template, datalist, dialog:not([open]), [type="hidden"], [hidden]';

function inheritedVisibility(element: Element): string {
  for (let at: Element | null = element; at instanceof HTMLElement; at = at.parentElement) {
    if (at.style.visibility !== '') return at.style.visibility;
  }
  return '';
}

/**
 * Replaces jsdom's computed styles, which match every rule of its style sheet after every change of the page. Without
 * the app's style sheets, which tests do not load, only attributes decide what is visible.
 */
window.getComputedStyle = (element) => {
  const { style } = element as HTMLElement;
  const isDisplayed = !element.matches(NOT_DISPLAYED);
  const visibility = inheritedVisibility(element);
  if (isDisplayed && visibility === style.visibility) return style;
  const computed = document.createElement('div').style;
  computed.cssText = style.cssText;
  if (!isDisplayed) computed.display = 'none';
  computed.visibility = visibility;
  return computed;
};
