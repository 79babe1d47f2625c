import { chosenFiles, put, sendOneByOne, sendSlices } from '../plainUpload';
import type { ApiAccess } from '../stage';

/*
 * The baselines that only make requests: the best that a page can do. The benchmarks call them by name.
 */

/** PUTs the slices without digests. Returns seconds. */
function sendParts(api: ApiAccess): Promise<number> {
  return sendSlices(api, put);
}

/** Makes the four calls for each file in sequence. Returns seconds. */
function sendChosen(api: ApiAccess): Promise<number> {
  return sendOneByOne(api, chosenFiles());
}

Object.assign(window, { sendParts, sendChosen });
