import { wait } from './wait';

/** After this time, a page that the user began to leave stays: they cancelled, or the link was a download. */
const STAYING_MS = 5_000;

/** Resolves when the page stays, although the user began to leave it. */
let staying: Promise<void> | undefined;

// Workers and Node have no window.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', () => {
    const decided = wait(STAYING_MS).then(() => {
      if (staying === decided) staying = undefined;
    });
    staying = decided;
  });
}

/**
 * Holds back a failure while the user leaves the page. Firefox and Safari cancel the requests of a page as soon as the
 * user leaves it, but keep the page until the next one responds. In the meantime, it would report that code or the server
 * can't be reached.
 */
export async function failUnlessLeaving<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (!isAbort(error)) await staying;
    throw error;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
