import type { Picture, PictureSize } from '@data-manager/domain/pictures/picture';
import type { PicturePoint } from '@data-manager/domain/pictures/pictureView';
import { blackPlane } from '@data-manager/domain/pictures/pixels/sharpWindow';
import type { Plane } from '@data-manager/domain/pictures/plane';
import { registerImages, type Registration } from '@data-manager/domain/pictures/registration';
import { onePer } from '../../../platform/onePer';

/** The place of a channel's image in its section. */
export interface ChannelPlace extends Registration {
  /** Size of the original image; that of the picture if the server does not describe the original. */
  readonly original: PictureSize;
}

/** The visible part of a section, in pixels of its finest visible image. */
export interface SectionGeometry extends PictureSize {
  /** Pixels of the finest image of the section, visible or not, per pixel of the geometry. */
  readonly unit: number;
}

interface PlacedChannel {
  readonly isOn: boolean;
  readonly picture: Picture | undefined;
  readonly place: ChannelPlace | undefined;
}

/** Registers the images of a section by their sizes. Returns undefined for images of unknown size. */
export function placeChannels(sizes: readonly (PictureSize | undefined)[]): readonly (ChannelPlace | undefined)[] {
  const known = sizes.filter((size) => size !== undefined);
  const registrations = registerImages(known);
  const placeOf = new Map(known.map((size, index) => [size, registrations[index]]));
  return sizes.map((size) => {
    const registration = size && placeOf.get(size);
    return registration && { ...registration, original: size };
  });
}

/** Returns the size of the image that a picture shows. */
export function originalSize({ width, height, origin }: Picture): PictureSize {
  return origin?.size ?? { width, height };
}

/** Returns undefined if no channel is visible. */
export function geometryOf(channels: readonly PlacedChannel[]): SectionGeometry | undefined {
  const places = visiblePlaces(channels);
  if (places.length === 0) return undefined;
  const unit = Math.min(...places.map((place) => place.unit));
  return {
    unit,
    width: Math.round(Math.max(...places.map((place) => (place.original.width * place.unit) / unit))),
    height: Math.round(Math.max(...places.map((place) => (place.original.height * place.unit) / unit))),
  };
}

function visiblePlaces(channels: readonly PlacedChannel[]): readonly ChannelPlace[] {
  return channels.flatMap(({ isOn, picture, place }) => (isOn && picture !== undefined && place ? [place] : []));
}

/** Returns the pixel of a channel's image at a pixel of the geometry, or undefined outside of the image. */
export function pixelOfChannel(
  at: PicturePoint,
  geometry: SectionGeometry,
  place: ChannelPlace,
): PicturePoint | undefined {
  const x = Math.floor(((at.x + 0.5) * geometry.unit) / place.unit);
  const y = Math.floor(((at.y + 0.5) * geometry.unit) / place.unit);
  return x < place.original.width && y < place.original.height ? { x, y } : undefined;
}

/**
 * Returns the edge of a pixel of the geometry in µm. Returns undefined if it is unknown: a picture of unknown origin may have
 * been made from a larger image.
 *
 * @param pixelSize edge of a pixel of the section's finest image, µm
 */
export function pixelEdgeOf(
  channels: readonly PlacedChannel[],
  { unit }: SectionGeometry,
  pixelSize: number | undefined,
): number | undefined {
  const isOriginKnown = channels.some(({ isOn, picture }) => isOn && picture?.origin?.size !== undefined);
  return isOriginKnown && pixelSize !== undefined ? pixelSize * unit : undefined;
}

/** Returns the values of a preview at a pixel of the original image, one for each plane. */
export function previewValues(
  { width, height, planes }: Picture,
  { original }: ChannelPlace,
  { x, y }: PicturePoint,
): readonly number[] {
  const column = Math.min(width - 1, Math.floor(((x + 0.5) * width) / original.width));
  const row = Math.min(height - 1, Math.floor(((y + 0.5) * height) / original.height));
  return planes.map((plane) => plane[row * width + column] ?? 0);
}

/** Returns how much of the geometry an image covers, from 0 to 1. */
function coverOf({ original, unit }: ChannelPlace, geometry: SectionGeometry): PictureSize {
  return {
    width: Math.min(1, (original.width * unit) / geometry.unit / geometry.width),
    height: Math.min(1, (original.height * unit) / geometry.unit / geometry.height),
  };
}

/** Extends a picture to the whole geometry if its image covers only a part. The rest stays black. */
export function extendPicture(picture: Picture, place: ChannelPlace, geometry: SectionGeometry): Picture {
  const cover = coverOf(place, geometry);
  const width = Math.round(picture.width / cover.width);
  const height = Math.round(picture.height / cover.height);
  // A pixel less is due to rounding, or to an odd number of binned pixels.
  if (width - picture.width <= 1 && height - picture.height <= 1) return picture;
  return {
    ...picture,
    width,
    height,
    planes: picture.planes.map((plane) => paddedOf(plane).to({ width, height }, picture)),
  };
}

/** A plane and what it was last padded to, so that it stays the same object while the contrast changes. */
class PaddedPlane {
  readonly #plane: Plane;
  #latest: (PictureSize & { readonly padded: Plane }) | undefined;

  constructor(plane: Plane) {
    this.#plane = plane;
  }

  to(size: PictureSize, from: PictureSize): Plane {
    if (this.#latest?.width === size.width && this.#latest.height === size.height) return this.#latest.padded;
    const padded = blackPlane(this.#plane, size.width * size.height);
    for (let row = 0; row < from.height; row += 1) {
      padded.set(this.#plane.subarray(row * from.width, (row + 1) * from.width), row * size.width);
    }
    this.#latest = { ...size, padded };
    return padded;
  }
}

const paddedOf = onePer((plane: Plane) => new PaddedPlane(plane));
