import { UPLOAD_STALL_MS } from '../domain/constants';
import { createHashPool } from './hashPool';
import type { Ports } from './ports';
import { spawnHashWorker } from './spawnHashWorker';

/** Here too, so that what a part needs comes at once. */
export { putPart } from './putPart';

/** Workers that hash at a time: one keeps up with a fast line, two with whatever number of parts is on it. */
const HASH_WORKERS = 2;

/** MD5 of a part, computed beside the page's own thread. */
export const hashPart: Ports['hashPart'] = createHashPool(spawnHashWorker, HASH_WORKERS, UPLOAD_STALL_MS);
