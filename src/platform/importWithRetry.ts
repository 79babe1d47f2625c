import { failUnlessLeaving } from './leaving';
import { wait } from './wait';

const RETRY_MS = 2_000;

/**
 * Imports a module, every two seconds until it succeeds.
 *
 * @param onFailure called with the error of each failed import
 */
export async function importWithRetry<Module>(
  load: () => Promise<Module>,
  onFailure?: (error: unknown) => void,
): Promise<Module> {
  for (;;) {
    try {
      return await failUnlessLeaving(load());
    } catch (error) {
      onFailure?.(error);
      await wait(RETRY_MS);
    }
  }
}
