import type { Picture, PictureSize } from '@data-manager/domain/pictures/picture';
import { partsOf } from '@data-manager/domain/pictures/pixels/fileBlocks';
import {
  rectHeight,
  rectWidth,
  type FileImageFault,
  type PixelRect,
} from '@data-manager/domain/pictures/pixels/fileImage';
import { shownSize, storedRect, turnSamples } from '@data-manager/domain/pictures/pixels/orientation';
import type { SharpFault } from '@data-manager/domain/pictures/pixels/sharpFault';
import {
  drawIntoWindow,
  gridRect,
  isTooWide,
  sharpLevel,
  windowSize,
  type PixelGrid,
  type SharpWindow,
} from '@data-manager/domain/pictures/pixels/sharpWindow';
import { displayPlanes, isSameScale } from '@data-manager/domain/pictures/pixels/shownPlanes';
import type { Plane } from '@data-manager/domain/pictures/plane';
import type { FileImage } from '../../../platform/pictures/openedPictures';
import { pictureId, type PictureSource } from '../loading/pictureSource';
import type { ChannelPlace, SectionGeometry } from '../picture/sectionGeometry';
import type { OpenImages } from './openImages';

/** Most bytes of a file that are fetched for a window. */
const MAX_WINDOW_BYTES = 32 * 1024 ** 2;

/** A visible channel whose pixels are wanted. */
export interface WantedChannel {
  readonly channel: number;
  readonly source: PictureSource;
  readonly picture: Picture;
  readonly place: ChannelPlace;
}

/** The pixels of a channel in a window. */
interface SharpChannel {
  readonly channel: number;
  /** The page of the file. */
  readonly id: string;
  readonly planes: readonly Plane[];
  readonly fault: SharpFault | undefined;
}

/** A window of a section with the pixels of its channels. */
export interface SharpPicture {
  readonly window: SharpWindow;
  readonly size: PictureSize;
  readonly channels: readonly SharpChannel[];
}

/** The pixels of a channel, before they are drawn into the window. */
interface ChannelPixels {
  readonly planes: readonly Plane[];
  readonly own: PixelRect;
  readonly grid: PixelGrid;
  readonly fault: SharpFault | undefined;
}

/** Reads the pixels of all channels in a window. Resolves with undefined if it is aborted. */
export async function readSharpPicture(
  images: OpenImages,
  wanted: readonly WantedChannel[],
  geometry: SectionGeometry,
  window: SharpWindow,
  signal: AbortSignal,
): Promise<SharpPicture | undefined> {
  const read = await Promise.all(
    wanted.map(async (one) => ({ ...one, pixels: await readChannel(images, one, geometry, window, signal) })),
  );
  if (signal.aborted) return undefined;
  const unit = Math.min(...read.map(({ pixels }) => pixels.grid.unit));
  const size = windowSize(window, unit);
  return {
    ...{ window, size },
    channels: read.map(({ channel, source, pixels: { planes, own, grid, fault } }) => ({
      ...{ channel, id: pictureId(source), fault },
      planes: planes.map((plane) => drawIntoWindow(plane, own, grid, window, size)),
    })),
  };
}

async function readChannel(
  images: OpenImages,
  wanted: WantedChannel,
  geometry: SectionGeometry,
  window: SharpWindow,
  signal: AbortSignal,
): Promise<ChannelPixels> {
  const { source, picture, place } = wanted;
  const opened = await images.open(source);
  const pixels = opened.ok
    ? await readPixels(opened.value, wanted, geometry, window, signal)
    : asSharpFault(opened.failure, true);
  if ('planes' in pixels) return pixels;
  const unit = (place.unit * place.original.width) / picture.width / geometry.unit;
  const own = { left: 0, top: 0, right: picture.width, bottom: picture.height };
  return { planes: picture.planes, own, grid: { ...picture, unit }, fault: pixels };
}

async function readPixels(
  image: FileImage,
  { picture, place }: WantedChannel,
  geometry: SectionGeometry,
  window: SharpWindow,
  signal: AbortSignal,
): Promise<ChannelPixels | SharpFault> {
  const { header } = image;
  const whole = shownSize(header.levels[0], header.orientation);
  if (whole.width !== place.original.width || whole.height !== place.original.height) return { kind: 'changed' };
  const { level, grid } = sharpLevel(header, place.unit / geometry.unit, window);
  const own = gridRect(window, grid);
  if (own === undefined) return { planes: [], own: { left: 0, top: 0, right: 0, bottom: 0 }, grid, fault: undefined };
  if (isTooWide(window, grid.unit)) return { kind: 'too-wide' };
  const stored = storedRect(own, grid, header.orientation);
  const read = await image.readWindow(level, stored, MAX_WINDOW_BYTES, signal);
  if (!read.ok) {
    const blocks = partsOf(header, header.levels[level] ?? header.levels[0], stored);
    return asSharpFault(read.failure, header.isCompressed && blocks.length === 1);
  }
  const size = { width: rectWidth(own), height: rectHeight(own) };
  const turned = read.value.planes.map((plane) => turnSamples(plane, size, header.orientation));
  const planes = displayPlanes(header, turned);
  if (planes === undefined) return { kind: 'unsupported', what: 'this kind of colours' };
  return isSameScale(picture, planes) ? { planes, own, grid, fault: undefined } : { kind: 'other-scale' };
}

/** @param isOneBlock true if only a single strip or tile was to be read */
function asSharpFault(fault: FileImageFault, isOneBlock: boolean): SharpFault {
  if (fault.kind !== 'too-large') return fault;
  return isOneBlock ? { kind: 'too-large-block', bytes: fault.bytes } : { kind: 'too-wide' };
}
