import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// Mantine needs these, and jsdom lacks them.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as MediaQueryList;

class NeverResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = NeverResizes;
window.HTMLElement.prototype.scrollIntoView = () => undefined;

// Tests expect texts in one locale regardless of the machine's.
Intl.NumberFormat = inEnglish(Intl.NumberFormat);
Intl.DateTimeFormat = inEnglish(Intl.DateTimeFormat);

/** Returns the formatter with American English as its default locale. */
function inEnglish<Formatter extends typeof Intl.NumberFormat | typeof Intl.DateTimeFormat>(own: Formatter): Formatter {
  return new Proxy(own, {
    construct: (target, [locale = 'en-US', ...options]: unknown[]) =>
      Reflect.construct(target, [locale, ...options]) as object,
  });
}
