import { UPLOAD_STALL_MS } from '../domain/constants';
import { createHashPool } from './hashPool';
import type { Ports } from './ports';

/** Re-exported, so that everything a part needs loads as one chunk. */
export { putPart } from './putPart';

/** The worker hashes as many parts in the time of one. */
const HASHES_AT_ONCE = 4;

/** Computes the MD5 of a part in a worker. */
export const hashPart: Ports['hashPart'] = createHashPool(spawnHashWorker, HASHES_AT_ONCE, UPLOAD_STALL_MS);

/** In this module rather than the pool's: only webpack understands `import.meta.url`, and Jest loads the pool. */
function spawnHashWorker(): Worker {
  return new Worker(new URL('./hashWorker.ts', import.meta.url));
}
