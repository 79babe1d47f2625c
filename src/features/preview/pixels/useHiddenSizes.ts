import { useEffect, useState } from 'react';
import type { SectionStack } from '@data-manager/domain/completeness/sectionStack';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { shownSize } from '@data-manager/domain/pictures/pixels/orientation';
import { useFeature } from '../../../api/configuration';
import { useThunkExtra } from '../../../api/useThunkExtra';
import { readableImage } from '../channels/shownChannels';
import type { PictureCache } from '../loading/pictureCache';
import { sourceOf } from '../loading/pictureSource';
import { openImagesOf } from './openImages';

/** Hidden channels whose headers are read. More would take longer than the answer is worth. */
const MAX_READ = 8;

/** Sizes of images by channel. */
type ChannelSizes = ReadonlyMap<number, PictureSize>;

const NO_SIZES: ChannelSizes = new Map();

/**
 * Returns the sizes of a section's hidden images, from the headers of their files: the size of a pixel in the metadata is that of
 * the finest image, which may be hidden.
 *
 * @param section undefined while the user moves through the sections
 */
export function useHiddenSizes(
  stack: SectionStack,
  section: number | undefined,
  page: number | undefined,
  off: readonly number[],
  cache: PictureCache,
): ChannelSizes {
  const images = openImagesOf(useThunkExtra());
  const isOffered = useFeature('files.urls');
  const [known, setKnown] = useState<{ readonly place: string; readonly sizes: ChannelSizes }>();
  const place = `${stack.layer} ${section} ${page}`;
  useEffect(() => {
    if (!isOffered || section === undefined) return undefined;
    let isCurrent = true;
    for (const channel of off.slice(0, MAX_READ)) {
      const file = readableImage(stack, section, channel);
      // The size of a picture that was shown before is known.
      if (file === undefined || cache.read(sourceOf(file, page)).status === 'ready') continue;
      void images.open(sourceOf(file, page)).then((opened) => {
        if (!isCurrent || !opened.ok) return;
        const { levels, orientation } = opened.value.header;
        const size = shownSize(levels[0], orientation);
        setKnown((now) => ({
          place,
          sizes: new Map([...(now?.place === place ? now.sizes : NO_SIZES), [channel, size]]),
        }));
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [images, isOffered, stack, section, page, off, place, cache]);
  return known?.place === place ? known.sizes : NO_SIZES;
}
