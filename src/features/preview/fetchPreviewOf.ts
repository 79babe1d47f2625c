import type { ThunkExtra } from '../../api/baseQuery';
import { createFetchPreview, type FetchPreview } from '../../api/previews';

/** One for each store: thumbnails and sections renew refused keys together. */
const ways = new WeakMap<ThunkExtra, FetchPreview>();

/** The way to previews of a store. */
export function fetchPreviewOf(extra: ThunkExtra): FetchPreview {
  const known = ways.get(extra) ?? createFetchPreview(extra);
  ways.set(extra, known);
  return known;
}
