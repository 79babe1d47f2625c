import { UPLOAD_STALL_MS } from '@data-manager/domain/constants';
import { createHashPool } from './hashing/hashPool';
import { createHashSamples } from './hashing/hashSamples';
import type { Ports } from './ports';
import { handledWorker } from './workers/handledWorker';

/** Re-exported, so that everything a part needs loads as one chunk. */
export { putPart } from './putPart';

/** One worker keeps up with a fast connection; two keep up with any number of concurrent parts. */
const HASH_WORKERS = 2;

/** Computes the MD5 of a part in a worker. */
export const hashPart: Ports['hashPart'] = createHashPool(spawnHashWorker, HASH_WORKERS, UPLOAD_STALL_MS);

export const hashSamples: Ports['hashSamples'] = createHashSamples(hashPart);

/** In this module rather than the pool's: only webpack understands `import.meta.url`, and Jest loads the pool. */
function spawnHashWorker(): Worker {
  return handledWorker(new Worker(new URL('./hashing/hashWorker.ts', import.meta.url)));
}
