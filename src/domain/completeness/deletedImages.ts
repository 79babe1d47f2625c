import { lastSegment } from '@data-manager/lib/lastSegment';
import { namePrefix, parseFileName } from '../names/grammar';
import { isWithin } from '../numberRange';
import type { Completeness } from './completeness';
import type { SectionImage } from './sectionImage';

/** A deleted section image that can be restored. */
export interface DeletedImage extends SectionImage {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
}

type DeletedFile = Pick<DeletedImage, 'key' | 'deletedAt'>;

/**
 * Returns the section images among the deleted files of a folder. Of several with one prefix at one place, only the first is returned.
 *
 * @param files the latest deletion first
 * @param path without a trailing slash
 */
export function deletedImages(files: readonly DeletedFile[], path: string): readonly DeletedImage[] {
  const images = new Map<string, DeletedImage>();
  for (const file of files) {
    const name = lastSegment(file.key);
    const naming = file.key.startsWith(`${path}/`) ? parseFileName(name) : undefined;
    if (naming === undefined) continue;
    const { section, layer, channel } = naming;
    const place = `${namePrefix(name)}/${layer}/${channel}/${section}`;
    if (!images.has(place)) images.set(place, { ...file, section, layer, channel, name, isDeleted: true });
  }
  return [...images.values()];
}

/** Returns the deleted images whose places are expected and have no other file. */
export function restorableImages(images: readonly DeletedImage[], { lanes }: Completeness): readonly DeletedImage[] {
  return images.filter(({ section, layer, channel }) => {
    const lane = lanes.find((one) => one.layer === layer && one.channel === channel);
    return lane?.deleted.some((range) => isWithin(section, range)) === true;
  });
}
