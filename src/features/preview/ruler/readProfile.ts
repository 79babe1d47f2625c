import type { PicturePoint } from '@data-manager/domain/pictures/pictureView';
import { rectWidth } from '@data-manager/domain/pictures/pixels/fileImage';
import { roughValueNote } from '@data-manager/domain/pictures/pixels/valueText';
import {
  bytesBehind,
  groupPixels,
  type ChannelProfile,
  type ProfileValue,
} from '@data-manager/domain/pictures/ruler/lineProfile';
import { pixelsAlong, type LinePixel, type PictureLine } from '@data-manager/domain/pictures/ruler/pictureLine';
import type { FileImage } from '../../../platform/pictures/openedPictures';
import { pixelOfChannel, previewValues, type ChannelPlace, type SectionGeometry } from '../picture/sectionGeometry';
import type { OpenImages } from '../pixels/openImages';
import type { WantedChannel } from '../pixels/readSharp';
import { isShown, storedPixel } from '../pixels/useFileValue';

/** Most bytes of uncompressed pixels that are read of a file for a line. */
const MAX_PROFILE_BYTES = 32 * 1024 ** 2;

/** The values of channels along a line. */
export interface Profile {
  readonly pixels: readonly LinePixel[];
  readonly channels: readonly ChannelProfile[];
}

/**
 * Reads the values of all channels along a line. Channels whose file can't be read, or only with too much of it, have the
 * values of their preview. Resolves with undefined if it is aborted.
 *
 * @param images undefined if the server does not offer its files
 */
export async function readProfile(
  images: OpenImages | undefined,
  wanted: readonly WantedChannel[],
  geometry: SectionGeometry,
  line: PictureLine,
  signal: AbortSignal,
): Promise<Profile | undefined> {
  const pixels = pixelsAlong(line, geometry);
  const channels = await Promise.all(
    wanted.map(async ({ channel, source, picture, place }): Promise<ChannelProfile> => {
      const own = pixels.map((pixel) => pixelOfChannel(pixel, geometry, place));
      const opened = await images?.open(source);
      const image = opened?.ok === true ? opened.value : undefined;
      const samples = image && (await readFile(image, own, place, signal));
      return samples !== undefined
        ? { channel, samples, type: image?.header.type, note: undefined }
        : {
            ...{ channel, type: undefined, note: roughValueNote(place.original.width / picture.width) },
            samples: transpose(
              own.map((pixel) => pixel && previewValues(picture, place, pixel)),
              picture.planes.length,
            ),
          };
    }),
  );
  return signal.aborted ? undefined : { pixels, channels };
}

/** Returns the values of each sample, or undefined if they can't be read. */
async function readFile(
  image: FileImage,
  pixels: readonly (PicturePoint | undefined)[],
  { original }: ChannelPlace,
  signal: AbortSignal,
): Promise<ChannelProfile['samples'] | undefined> {
  if (!isShown(image, original)) return undefined;
  const stored = pixels.map((pixel) => pixel && storedPixel(image, pixel, original));
  const groups = groupPixels(stored);
  const rects = groups.map(({ rect }) => rect);
  if (bytesBehind(image.header, rects) > MAX_PROFILE_BYTES) return undefined;
  const windows = await Promise.all(rects.map((rect) => image.readWindow(0, rect, MAX_PROFILE_BYTES, signal)));
  const samples = Array.from({ length: image.header.samples }, () =>
    new Array<ProfileValue>(pixels.length).fill(undefined),
  );
  for (const [index, { places }] of groups.entries()) {
    const window = windows[index];
    if (window?.ok !== true) return undefined;
    const { rect, planes, hasGaps } = window.value;
    if (hasGaps) continue;
    for (const place of places) {
      const pixel = stored[place] ?? { x: 0, y: 0 };
      const at = (pixel.y - rect.top) * rectWidth(rect) + pixel.x - rect.left;
      samples.forEach((values, sample) => (values[place] = planes[sample]?.[at]));
    }
  }
  return samples;
}

/** Turns the values of each pixel into those of each sample. */
function transpose(values: readonly (readonly number[] | undefined)[], count: number): ChannelProfile['samples'] {
  return Array.from({ length: count }, (_, sample) => values.map((one) => one?.[sample]));
}
