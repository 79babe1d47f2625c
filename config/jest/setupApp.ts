import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// Slow is not wrong: on a busy machine the usual second is over before a screen has drawn what it was answered.
configure({ asyncUtilTimeout: 15_000 });

// Mantine asks for these; jsdom has neither.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as MediaQueryList;

class NeverResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = NeverResizes;
window.HTMLElement.prototype.scrollIntoView = () => undefined;

// The texts that tests promise are those of one locale, whatever the machine's.
Intl.NumberFormat = inEnglish(Intl.NumberFormat);
Intl.DateTimeFormat = inEnglish(Intl.DateTimeFormat);

/** The same formatter, but for a reader of American English where no locale is named. */
function inEnglish<Formatter extends typeof Intl.NumberFormat | typeof Intl.DateTimeFormat>(own: Formatter): Formatter {
  return new Proxy(own, {
    construct: (target, [locale = 'en-US', ...options]: unknown[]) =>
      Reflect.construct(target, [locale, ...options]) as object,
  });
}
