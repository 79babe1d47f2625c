import '@testing-library/jest-dom';

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
