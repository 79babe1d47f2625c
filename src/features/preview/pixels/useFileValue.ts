import { useEffect, useState } from 'react';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import type { FramePoint } from '@data-manager/domain/pictures/pictureView';
import { MAX_READOUT_BYTES, readoutRect } from '@data-manager/domain/pictures/pixels/fileBlocks';
import {
  rectWidth,
  type FileImageFault,
  type FileWindow,
  type PixelRect,
} from '@data-manager/domain/pictures/pixels/fileImage';
import { shownSize, storedRect } from '@data-manager/domain/pictures/pixels/orientation';
import { fileValueText } from '@data-manager/domain/pictures/pixels/valueText';
import { err, type Result } from '@data-manager/lib/result';
import { useFeature } from '../../../api/configuration';
import { useThunkExtra } from '../../../api/useThunkExtra';
import type { FileImage } from '../../../platform/pictures/openedPictures';
import { useStable } from '../../../ui/useStable';
import { pictureId, type PictureSource } from '../loading/pictureSource';
import { openImagesOf, type OpenedImage } from './openImages';

/** The values of a file at a pixel: their texts, or that they are being read, or can't be. */
export type FileValue =
  | { readonly status: 'reading' }
  | { readonly status: 'read'; readonly texts: readonly string[] }
  /** The file has no bytes for the pixel. */
  | { readonly status: 'gap' }
  | { readonly status: 'failed' };

/**
 * Opens a file to read its pixels.
 *
 * @returns undefined while it is being opened
 */
function useOpenImage(source: PictureSource | undefined): OpenedImage | undefined {
  const stable = useStable(source, (one) => one && pictureId(one));
  const images = openImagesOf(useThunkExtra());
  const isOffered = useFeature('files.urls');
  const [opened, setOpened] = useState<{ readonly source: PictureSource; readonly image: OpenedImage }>();
  useEffect(() => {
    if (stable === undefined || !isOffered) return undefined;
    let isCurrent = true;
    void images.open(stable).then((image) => {
      if (isCurrent) setOpened({ source: stable, image });
    });
    return () => {
      isCurrent = false;
    };
  }, [images, stable, isOffered]);
  if (!isOffered) return NOT_OFFERED;
  return opened !== undefined && opened.source === stable ? opened.image : undefined;
}

const NOT_OFFERED: OpenedImage = err({ kind: 'unavailable' });

interface ReadWindow {
  readonly image: FileImage;
  readonly rect: PixelRect;
  readonly window: Result<FileWindow, FileImageFault>;
}

/**
 * Reads the values of a file's pixel, together with the pixels around it.
 *
 * @param shown the pixel of the image as it is shown
 * @param size of the image as it is shown. An image of another size is not the one that is shown.
 */
export function useFileValue(source: PictureSource | undefined, shown: FramePoint, size: PictureSize): FileValue {
  const opened = useOpenImage(source);
  const image = opened?.ok === true && isShown(opened.value, size) ? opened.value : undefined;
  const [latest, setLatest] = useState<ReadWindow>();
  const pixel = image && storedPixel(image, shown, size);
  const isRead = latest !== undefined && latest.image === image && pixel !== undefined && contains(latest.rect, pixel);
  const wanted =
    image !== undefined && pixel !== undefined && !isRead ? readoutRect(image.header, pixel.x, pixel.y) : undefined;
  const { left, top, right, bottom } = wanted ?? NOTHING;
  useEffect(() => {
    if (image === undefined || left === right) return undefined;
    const rect = { left, top, right, bottom };
    const controller = new AbortController();
    void image.readWindow(0, rect, MAX_READOUT_BYTES, controller.signal).then((window) => {
      if (!controller.signal.aborted) setLatest({ image, rect, window });
    });
    return () => controller.abort();
  }, [image, left, top, right, bottom]);

  if (opened === undefined || (image !== undefined && !isRead)) return { status: 'reading' };
  if (image === undefined || pixel === undefined || latest?.window.ok !== true) return { status: 'failed' };
  const { value } = latest.window;
  if (value.hasGaps) return { status: 'gap' };
  const at = (pixel.y - value.rect.top) * rectWidth(value.rect) + pixel.x - value.rect.left;
  return { status: 'read', texts: value.planes.map((plane) => fileValueText(plane[at] ?? 0, image.header.type)) };
}

const NOTHING: PixelRect = { left: 0, top: 0, right: 0, bottom: 0 };

/** Returns true if a file contains the image that is shown. */
export function isShown({ header }: FileImage, { width, height }: PictureSize): boolean {
  const own = shownSize(header.levels[0], header.orientation);
  return own.width === width && own.height === height;
}

/** Returns the pixel of the file for a pixel of the image as it is shown. */
export function storedPixel({ header }: FileImage, { x, y }: FramePoint, size: PictureSize): FramePoint {
  const { left, top } = storedRect({ left: x, top: y, right: x + 1, bottom: y + 1 }, size, header.orientation);
  return { x: left, y: top };
}

function contains({ left, top, right, bottom }: PixelRect, { x, y }: FramePoint): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}
