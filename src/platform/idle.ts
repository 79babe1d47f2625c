/** Where a page never rests, or the browser does not tell, this is taken for it, milliseconds. */
const IDLE_WITHIN_MS = 1_000;

/** Resolves when the page has nothing to do. */
export function untilIdle(window: IdleWindow): Promise<void> {
  return new Promise((resolve) => {
    if (window.requestIdleCallback === undefined) window.setTimeout(resolve, IDLE_WITHIN_MS);
    else window.requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
  });
}

/** Safari does not tell. */
type IdleWindow = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>;
