import { hashBlob } from '../../src/platform/hashing/hashBlob';
import { IN_FLIGHT, put, sendSlices } from '../plainUpload';
import type { ApiAccess } from '../stage';

/*
 * The baseline of verified uploads: PUTs the slices and meanwhile hashes each in a worker, as many as are in flight.
 */

/** Returns seconds. */
async function sendHashedParts(api: ApiAccess): Promise<number> {
  const workers = Array.from({ length: IN_FLIGHT }, () => new Worker('/bench/hashedPage.js'));
  const idle = [...workers];
  const seconds = await sendSlices(api, async (url, slice) => {
    const worker = idle.pop();
    if (worker === undefined) throw new Error('More slices are in flight than workers.');
    const hashed = new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    worker.postMessage(slice);
    await Promise.all([put(url, slice), hashed]);
    idle.push(worker);
  });
  for (const worker of workers) worker.terminate();
  return seconds;
}

if (typeof document === 'undefined') {
  self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
    void hashBlob(data).then((result) => self.postMessage(result));
  });
} else {
  Object.assign(window, { sendHashedParts });
}
