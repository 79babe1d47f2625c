import type { FileImageFault } from '@data-manager/domain/pictures/pixels/fileImage';
import { RecentlyUsed } from '@data-manager/lib/recentlyUsed';
import type { Result } from '@data-manager/lib/result';
import type { ThunkExtra } from '../../../api/baseQuery';
import { onePer } from '../../../platform/onePer';
import type { FileImage } from '../../../platform/pictures/openedPictures';
import { pictureId, type PictureSource } from '../loading/pictureSource';
import { createFileUrlCache } from './fileUrlCache';

/** Open files kept: the channels of some sections. An open file holds parts of its header, and decoded pixels. */
const MAX_OPEN = 24;

/** A page of an image file that is open, or why it is not. */
export type OpenedImage = Result<FileImage, FileImageFault>;

/** The image files that are open. */
export interface OpenImages {
  /** Opens the page of a source, which several callers share. Never rejects. */
  readonly open: (source: PictureSource) => Promise<OpenedImage>;
}

const NEVER = new AbortController().signal;

/** Creates the open images of a store. The least recently used images are closed. */
function createOpenImages(extra: ThunkExtra): OpenImages {
  const urls = createFileUrlCache(extra);
  const images = new RecentlyUsed<string, Promise<OpenedImage>>({
    maxCost: MAX_OPEN,
    onForgotten: (opening) => {
      void opening.then((opened) => {
        if (opened.ok) opened.value.close();
      });
    },
  });

  const openNow = async (id: string, { key, size, page = 1, pages = 1 }: PictureSource): Promise<OpenedImage> => {
    const request = { size, page, pages, url: (isRenewed: boolean) => urls.find(key, isRenewed) };
    const opened = await extra.ports.openFileImage(request, NEVER);
    // A file that could not be reached may be reached later.
    if (!opened.ok && !['unsupported', 'damaged', 'too-large'].includes(opened.failure.kind)) images.delete(id);
    return opened;
  };

  return {
    open: (source) => {
      const id = pictureId(source);
      const known = images.get(id);
      if (known !== undefined) return known;
      const opening = openNow(id, source);
      images.set(id, opening);
      images.trim();
      return opening;
    },
  };
}

/** Returns the open images of a store. */
export const openImagesOf = onePer(createOpenImages);
