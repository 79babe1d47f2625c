import { lastSegment } from '@data-manager/lib/lastSegment';
import type { SectionImage } from '../completeness/sectionImage';
import type { FileItem } from '../listing/fileListing';
import { parseFileName } from '../names/grammar';

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
  /** Files that have left the queue, and that the list may lack. */
  readonly arrived: readonly QueuedFile[];
  /** Those of them that have left the queue since the list was received. */
  readonly recent: readonly QueuedFile[];
}

/** Begins with files that have left the queue already, and that the list may lack. */
export function beginArrivals(uploaded: readonly QueuedFile[]): Arrivals {
  return { queue: [], sending: [], arrived: uploaded, recent: uploaded };
}

/** Follows the queue. Files that leave it have arrived, unless they were cancelled. */
export function followQueue(before: Arrivals, queue: readonly QueuedFile[], isCancelling: boolean): Arrivals {
  const queued = new Set(queue.map(({ key }) => key));
  const left = isCancelling ? [] : before.sending.filter(({ key }) => !queued.has(key));
  const add = (files: readonly QueuedFile[]) => (left.length === 0 ? files : [...files, ...left]);
  return {
    queue,
    sending: queue.filter(({ isFailed }) => !isFailed),
    arrived: add(before.arrived),
    recent: add(before.recent),
  };
}

/**
 * Takes a new list into account. It lacks files that arrived while it was being fetched, so a file that it lacks is still
 * shown until the next list, which was fetched afterwards. Returns the same object if nothing has arrived.
 */
export function followListing(before: Arrivals): Arrivals {
  return before.arrived.length === 0 ? before : { ...before, arrived: before.recent, recent: [] };
}

/**
 * Returns the images of a dataset that its list lacks: images that are being uploaded or have arrived. A file that
 * replaces a listed one is not among them, since the listed one stays until then.
 */
export function arrivingImages(
  files: readonly FileItem[],
  { sending, arrived }: Pick<Arrivals, 'sending' | 'arrived'>,
): readonly SectionImage[] {
  if (sending.length + arrived.length === 0) return [];
  const listed = new Set(files.map(({ path }) => path));
  const isNew = ({ key }: QueuedFile) => !listed.has(key);
  return [
    ...arrived.filter(isNew).flatMap(({ key }) => imageOf(key) ?? []),
    ...sending.filter(isNew).flatMap(({ key }) => {
      const image = imageOf(key);
      return image === undefined ? [] : [{ ...image, arrival: 'arriving' as const }];
    }),
  ];
}

function imageOf(key: string): SectionImage | undefined {
  const name = lastSegment(key);
  const naming = parseFileName(name);
  return naming && { section: naming.section, layer: naming.layer, channel: naming.channel, name };
}
