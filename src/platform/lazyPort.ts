import { once } from '@data-manager/lib/once';
import { failUnlessLeaving } from './leaving';
import { wait } from './wait';

const RETRY_MS = 2_000;

/**
 * Creates a function that loads the code of a port once, trying every two seconds until it succeeds. Calls that need the
 * code wait until then, so that their work continues when the network is back.
 */
export function lazyPort<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return once(() => loadWithRetry(load));
}

async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await failUnlessLeaving(load());
    } catch {
      await wait(RETRY_MS);
    }
  }
}
