import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

class NeverResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// Mantine needs these, and jsdom lacks them. Tests in the Node environment have no window.
if (typeof window !== 'undefined') {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as MediaQueryList;
  window.ResizeObserver = NeverResizes;
  window.HTMLElement.prototype.scrollIntoView = () => undefined;
}

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
