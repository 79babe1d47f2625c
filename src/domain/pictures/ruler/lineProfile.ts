import type { PicturePoint } from '../pictureView';
import { blockRowBytes, partsOf } from '../pixels/fileBlocks';
import { rectHeight, type FileImageHeader, type PixelRect, type SampleType } from '../pixels/fileImage';
import { fileValueText, roughValueText } from '../pixels/valueText';
import type { LinePixel } from './pictureLine';

/** Undefined outside of the image, and where the file has no bytes. */
export type ProfileValue = number | bigint | undefined;

/** The values of a channel along a line. */
export interface ChannelProfile {
  readonly channel: number;
  /** For each sample of a pixel, the values of all pixels of the line. */
  readonly samples: readonly (readonly ProfileValue[])[];
  /** The type of the file's values. Undefined if the values are those of a preview. */
  readonly type: SampleType | undefined;
  /** Describes the values of a preview. */
  readonly note: string | undefined;
}

/** The lowest and the highest value of a profile. */
interface ProfileRange {
  readonly lowest: number | bigint;
  readonly highest: number | bigint;
}

/** Side of the squares whose pixels are read together. */
const SQUARE = 128;

/** Pixels of a line that are read together. */
interface PixelGroup {
  readonly rect: PixelRect;
  /** Places of the pixels in the line. */
  readonly places: readonly number[];
}

/** Groups the pixels of a line by squares of the image. Each group's rect contains no more than its pixels need. */
export function groupPixels(pixels: readonly (PicturePoint | undefined)[]): readonly PixelGroup[] {
  const groups = new Map<string, { rect: PixelRect; places: number[] }>();
  pixels.forEach((pixel, place) => {
    if (pixel === undefined) return;
    const { x, y } = pixel;
    const own = { left: x, top: y, right: x + 1, bottom: y + 1 };
    const square = `${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
    const group = groups.get(square);
    if (group === undefined) groups.set(square, { rect: own, places: [place] });
    else {
      group.rect = unite(group.rect, own);
      group.places.push(place);
    }
  });
  return [...groups.values()];
}

function unite(one: PixelRect, other: PixelRect): PixelRect {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Returns the uncompressed bytes of all strips and tiles that have to be read for some rects. */
export function bytesBehind(header: FileImageHeader, rects: readonly PixelRect[]): number {
  const [level] = header.levels;
  const rowBytes = blockRowBytes(header, level);
  const bytes = new Map<string, number>();
  for (const rect of rects) {
    for (const part of partsOf(header, level, rect)) {
      bytes.set(`${part.block} ${part.skippedRows}`, rectHeight(part.rect) * rowBytes);
    }
  }
  return [...bytes.values()].reduce((sum, one) => sum + one, 0);
}

/** Returns undefined if no value is finite. */
export function profileRange({ samples }: Pick<ChannelProfile, 'samples'>): ProfileRange | undefined {
  let range: ProfileRange | undefined;
  for (const value of samples.flat()) {
    if (value === undefined || !isDrawable(value)) continue;
    range = {
      lowest: range === undefined || value < range.lowest ? value : range.lowest,
      highest: range === undefined || value > range.highest ? value : range.highest,
    };
  }
  return range;
}

function isDrawable(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isFinite(value);
}

/** Width and height of the box that `profilePath` fills. */
export const PROFILE_BOX = 100;

/** Draws values as an SVG path, the lowest of the range at the bottom. Equal values run through the middle. */
export function profilePath(values: readonly ProfileValue[], { lowest, highest }: ProfileRange): string {
  const height = Number(highest) - Number(lowest);
  let isDrawing = false;
  const steps = values.map((value, index) => {
    if (value === undefined || !isDrawable(value)) {
      isDrawing = false;
      return '';
    }
    const share = height === 0 ? 0.5 : (Number(value) - Number(lowest)) / height;
    const x = values.length === 1 ? 0 : index / (values.length - 1);
    const step = `${isDrawing ? 'L' : 'M'}${round(x * PROFILE_BOX)} ${round((1 - share) * PROFILE_BOX)}`;
    isDrawing = true;
    return step;
  });
  return steps.join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Returns a value of a profile as it is shown. */
export function profileValueText(value: number | bigint, type: SampleType | undefined): string {
  return type === undefined ? `≈ ${roughValueText(Number(value))}` : fileValueText(value, type);
}

/** A channel of a table. */
interface NamedProfile extends ChannelProfile {
  readonly label: string;
}

/**
 * Returns the values along a line as text for a spreadsheet: a row for each pixel, columns separated by tabs. Numbers have
 * a decimal point in every locale.
 *
 * @param pixelEdge µm; undefined if it is unknown
 */
export function profileTable(
  pixels: readonly LinePixel[],
  profiles: readonly NamedProfile[],
  pixelEdge: number | undefined,
): string {
  const columns = profiles.flatMap(({ label, note, type, samples }) =>
    samples.map((values, sample) => ({
      type,
      values,
      title: [label, samples.length > 1 && `sample ${sample + 1}`, note && `(${note})`].filter(Boolean).join(' '),
    })),
  );
  const head = [`Distance (${pixelEdge === undefined ? 'px' : 'µm'})`, ...columns.map(({ title }) => title)];
  const rows = pixels.map(({ distance }, place) => [
    plainNumber(distance * (pixelEdge ?? 1), 8),
    ...columns.map(({ values, type }) => cellText(values[place], type)),
  ]);
  return [head, ...rows].map((row) => `${row.map(withoutBreaks).join('\t')}\n`).join('');
}

function cellText(value: ProfileValue, type: SampleType | undefined): string {
  if (value === undefined) return '';
  return type === undefined ? plainNumber(Number(value), 3) : fileValueText(value, type);
}

function plainNumber(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

function withoutBreaks(cell: string): string {
  return cell.replace(/[\t\r\n]/g, ' ');
}
