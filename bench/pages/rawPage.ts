import * as v from 'valibot';
import { bareEtag, compositeChecksum } from '@data-manager/domain/uploads/checksums';
import { ask, askForUrls, chosenFiles, put, sendSlices } from '../plainUpload';
import type { ApiAccess } from '../stage';

/*
 * The baselines that only make requests: the best that a page can do. The benchmarks call them by name.
 */

const Started = v.object({ uploadId: v.string() });

/** PUTs the slices without digests. Returns seconds. */
function sendParts(api: ApiAccess): Promise<number> {
  return sendSlices(api, put);
}

/** Makes the four calls for each file in sequence, with the ETag as the digest. Returns seconds. */
async function sendOneByOne(api: ApiAccess): Promise<number> {
  const started = performance.now();
  for (const file of chosenFiles()) {
    const key = `${api.keyPrefix}/${file.name}`;
    const { uploadId } = await ask(api, '/upload/start', Started, { key });
    const [part] = await askForUrls(api, { key, uploadId, partNumber: 1, totalParts: 1 });
    const ETag = bareEtag(await put(part?.url ?? '', file));
    await ask(api, '/upload/complete', v.unknown(), {
      key,
      uploadId,
      parts: [{ PartNumber: 1, ETag, checksum: ETag }],
      checksum: compositeChecksum([ETag]),
      lastFile: false,
    });
  }
  return (performance.now() - started) / 1_000;
}

Object.assign(window, { sendParts, sendOneByOne });
