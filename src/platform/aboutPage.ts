import type { Ports } from './ports';

/** Reads what an error report says about the page; `index.html` carries the version of the build. */
export function createAboutPage(window: Window): Ports['about'] {
  const { document, navigator } = window;
  return () => ({
    version: document.querySelector('meta[name="version"]')?.getAttribute('content') ?? 'unknown',
    browser: navigator.userAgent,
    viewport: `${window.innerWidth} × ${window.innerHeight}`,
  });
}
