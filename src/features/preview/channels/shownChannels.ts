import type { SectionStack } from '@data-manager/domain/completeness/sectionStack';
import type { FileItem, ImageProblem } from '@data-manager/domain/listing/fileListing';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { channelCode } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import { colourName, colourParts, WHITE } from '@data-manager/domain/pictures/channelColour';
import { isSameLayer, layersOf, type CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { Contrast } from '@data-manager/domain/pictures/contrast';
import { commonSize, type Picture, type PictureSize } from '@data-manager/domain/pictures/picture';
import type { PictureCache } from '../loading/pictureCache';
import { sourceOf, type PictureSource } from '../loading/pictureSource';
import {
  extendPicture,
  geometryOf,
  originalSize,
  placeChannels,
  type ChannelPlace,
  type SectionGeometry,
} from '../picture/sectionGeometry';
import type { PreviewSettings } from '../previewReducer';
import type { useChannelColours } from './channelColours';

/** A channel of the current section, with its picture and settings. */
export interface ShownChannel {
  readonly channel: number;
  /** Name from the metadata, or `ch01`. */
  readonly label: string;
  readonly isOn: boolean;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly status: 'off' | 'loading' | 'ready' | 'failed' | 'no-file';
  /** Why the file has no picture. Undefined for a readable image. */
  readonly problem: ImageProblem | undefined;
  /** Why the server can't show the image. */
  readonly reason: string | undefined;
  readonly picture: Picture | undefined;
  /** The page of the file that the picture shows. Undefined without a picture. */
  readonly source: PictureSource | undefined;
  /** Undefined while the size of the image is unknown. */
  readonly place: ChannelPlace | undefined;
  /** Undefined without a picture. */
  readonly contrast: Contrast | undefined;
}

/** The input of the painter. */
export interface Painting {
  readonly layers: readonly CompositeLayer[];
  readonly size: PictureSize;
  readonly geometry: SectionGeometry;
}

/** Returns all channels of a section. Hidden channels include their picture if it is cached. */
export function shownChannels(
  stack: SectionStack,
  section: number,
  settings: PreviewSettings,
  named: DatasetMetadata['channels'],
  { colourOf, chosen }: Pick<ReturnType<typeof useChannelColours>, 'colourOf' | 'chosen'>,
  cache: PictureCache,
  hiddenSizes: ReadonlyMap<number, PictureSize>,
): readonly ShownChannel[] {
  const shown = stack.channels.map((channel): Omit<ShownChannel, 'place'> => {
    const isOn = !settings.off.includes(channel);
    const file = stack.imageOf(section, channel);
    const problem = file?.unreadable;
    const state = file === undefined || problem !== undefined ? undefined : cache.read(sourceOf(file, settings.page));
    const picture = state?.status === 'ready' ? state.value : undefined;
    const isColoured = picture !== undefined && picture.planes.length > 1;
    return {
      channel,
      label: labelOf(channel, named),
      isOn,
      colour: chosen[channel] ?? (isColoured ? undefined : colourOf(channel)) ?? WHITE,
      status: isOn ? (state?.status ?? (problem === undefined ? 'no-file' : 'failed')) : 'off',
      problem,
      reason: state?.status === 'failed' ? state.reason : undefined,
      picture,
      source: file &&
        picture && { ...sourceOf(file, picture.origin?.page ?? settings.page), pages: picture.origin?.pages },
      contrast: picture === undefined ? undefined : (settings.contrasts[channel] ?? picture.auto),
    };
  });
  const places = placeChannels(
    shown.map(({ channel, picture }) => (picture === undefined ? hiddenSizes.get(channel) : originalSize(picture))),
  );
  return shown.map((one, index) => ({ ...one, place: places[index] }));
}

/** Returns the readable files of a section's visible channels. */
export function filesOfSection(
  stack: SectionStack,
  section: number | undefined,
  off: readonly number[],
): readonly FileItem[] {
  if (section === undefined) return [];
  return stack.channels.filter((one) => !off.includes(one)).flatMap((one) => readableImage(stack, section, one) ?? []);
}

/** Returns the image at a place, or undefined if it is missing or unreadable. */
export function readableImage(stack: SectionStack, section: number, channel: number): FileItem | undefined {
  const image = stack.imageOf(section, channel);
  return image?.unreadable === undefined ? image : undefined;
}

/** Returns undefined if there is nothing to paint. */
export function paintingOf(channels: readonly ShownChannel[]): Painting | undefined {
  const geometry = geometryOf(channels);
  if (geometry === undefined) return undefined;
  const layers = channels.flatMap(({ isOn, picture, place, contrast, colour }) =>
    isOn && picture !== undefined && place !== undefined && contrast !== undefined
      ? layersOf(extendPicture(picture, place, geometry), contrast, colourParts(colour))
      : [],
  );
  const size = commonSize(layers);
  return size === undefined ? undefined : { layers, size, geometry };
}

/** Returns true if both paintings look the same. */
export function isSamePainting(one: Painting, other: Painting): boolean {
  return (
    one.geometry.width === other.geometry.width &&
    one.geometry.height === other.geometry.height &&
    one.geometry.unit === other.geometry.unit &&
    one.layers.length === other.layers.length &&
    one.layers.every((layer, index) => {
      const twin = other.layers[index];
      return twin !== undefined && isSameLayer(layer, twin);
    })
  );
}

/** Returns the alternative text of the picture. */
export function describePainting(section: number, channels: readonly ShownChannel[]): string {
  const seen = channels.filter(({ isOn, picture }) => isOn && picture !== undefined);
  if (seen.length === 0) {
    const isLoading = channels.some(({ status }) => status === 'loading');
    return isLoading ? `Section ${section}, loading` : `Section ${section}, no preview`;
  }
  const names = seen.map(({ label, colour }) => `${label} ${colourName(colour)}`);
  return `Section ${section}, channels ${names.join(', ')}`;
}

/** Adds the channel code if several channels have the same name. */
function labelOf(channel: number, named: DatasetMetadata['channels']): string {
  const code = channelCode(channel);
  const name = shownName(named.find(({ num }) => num === channel)?.name.trim() ?? '');
  if (name === '') return code;
  const isAlone = named.filter((one) => shownName(one.name.trim()) === name).length === 1;
  return isAlone ? name : `${name} (${code})`;
}
