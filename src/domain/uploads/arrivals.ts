import type { SectionImage } from '../completeness/completeness';
import type { FileItem } from '../listing/fileListing';
import { parseFileName } from '../names/fileName';

/** A file of the upload queue. */
export interface QueuedFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly isFailed: boolean;
}

/** Files that a page does not list yet. */
export interface Arrivals {
  /** The queue as it was seen last. */
  readonly queue: readonly QueuedFile[];
  /** Files in the queue that have not failed. */
  readonly sending: readonly QueuedFile[];
  /** Files that have left the queue since the list was fetched. */
  readonly arrived: readonly QueuedFile[];
}

export const NO_ARRIVALS: Arrivals = { queue: [], sending: [], arrived: [] };

/** Follows the queue. Files that leave it have arrived, unless they were cancelled. */
export function followQueue(before: Arrivals, queue: readonly QueuedFile[], isCancelling: boolean): Arrivals {
  const queued = new Set(queue.map(({ key }) => key));
  const left = isCancelling ? [] : before.sending.filter(({ key }) => !queued.has(key));
  const arrived = left.length === 0 ? before.arrived : [...before.arrived, ...left];
  return { queue, sending: queue.filter(({ isFailed }) => !isFailed), arrived };
}

/** Returns the section images of a dataset together with those that are on their way. */
export function withArrivals(
  files: readonly FileItem[],
  { sending, arrived }: Arrivals,
): { readonly listed: readonly FileItem[]; readonly arriving: readonly SectionImage[] } {
  if (sending.length + arrived.length === 0) return { listed: files, arriving: [] };
  const listedKeys = new Set(files.map(({ path }) => path));
  const arriving: SectionImage[] = [];
  for (const { key } of arrived) {
    const image = listedKeys.has(key) ? undefined : imageOf(key);
    if (image !== undefined) arriving.push(image);
  }
  const sent = new Set<string>();
  for (const { key } of sending) {
    const image = imageOf(key);
    if (image === undefined) continue;
    sent.add(key);
    arriving.push({ ...image, arrival: listedKeys.has(key) ? 'replacing' : 'new' });
  }
  return { listed: files.filter(({ path }) => !sent.has(path)), arriving };
}

function imageOf(key: string): SectionImage | undefined {
  const naming = parseFileName(key.slice(key.lastIndexOf('/') + 1));
  return naming && { section: naming.section, layer: naming.layer, channel: naming.channel };
}
