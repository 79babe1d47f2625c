import './englishFormats';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

class NeverResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// Mantine needs these, and jsdom lacks them.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as MediaQueryList;
window.ResizeObserver = NeverResizes;
window.HTMLElement.prototype.scrollIntoView = () => undefined;
