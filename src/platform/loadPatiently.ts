import { wait } from './wait';

const RETRY_MS = 2_000;

/** Loads code that has to come, however late: a load that fails is tried again until it succeeds. */
export async function loadPatiently<Loaded>(
  load: () => Promise<Loaded>,
  onFailure?: (error: unknown) => void,
): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      onFailure?.(error);
      await wait(RETRY_MS);
    }
  }
}
