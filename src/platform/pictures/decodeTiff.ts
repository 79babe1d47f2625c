import { fromArrayBuffer, type GeoTIFFImage } from 'geotiff';
import { isDecodable, makePicture, type Picture, type PictureSize } from '@data-manager/domain/pictures/picture';
import { partsOf, type BlockPart } from '@data-manager/domain/pictures/pixels/fileBlocks';
import type { FileSamples } from '@data-manager/domain/pictures/pixels/fileImage';
import { shownSize, turnSamples } from '@data-manager/domain/pictures/pixels/orientation';
import { shownPlanes } from '@data-manager/domain/pictures/pixels/shownPlanes';
import type { RawPlane } from '@data-manager/domain/pictures/plane';
import { gapPart, windowOf, type DecodedPart } from './fileWindow';
import { openPage, type OpenedTiff } from './openTiff';
import { countImages, getTiffImage, listPlanes, type TiffFile } from './tiffPlanes';

/** The last of the photometric interpretations of TIFF 6.0 whose colours need no conversion. */
const PALETTE = 3;
/** Largest decoded tile. A file with a larger one is damaged or malicious. */
const MAX_TILE_BYTES = 256 * 1024 ** 2;

/** Images tried if the first one is empty. */
const IMAGES_TRIED = 16;

/**
 * Decodes a page of a TIFF or BigTIFF, with the values that the readout reads. Uses the first of several samples that are not
 * colours. Throws if the file is damaged or can't be read.
 *
 * @param page from 1, or the last one if there are fewer. Without it, the first page is used, or if that is empty, as the
 *   first planes of a stack can be, one of evenly spaced pages of the same size.
 * @returns undefined if the image is too large
 */
export async function decodeTiff(bytes: ArrayBuffer, page?: number): Promise<Picture | undefined> {
  const file = { tiff: await fromArrayBuffer(bytes), size: bytes.byteLength };
  const pages = await countImages(file);
  const decode = async (index: number): Promise<Picture | undefined> => {
    const picture = await decodeImage(file, index, bytes);
    return picture && pages > 1 ? { ...picture, origin: { pages, page: index + 1 } } : picture;
  };
  return page === undefined ? findNonEmpty(pages, decode) : decode(Math.min(page, pages) - 1);
}

/** Returns the page to show if none is requested. */
async function findNonEmpty(
  pages: number,
  decode: (index: number) => Promise<Picture | undefined>,
): Promise<Picture | undefined> {
  const first = await decode(0);
  if (first === undefined || !isEmpty(first)) return first;
  const step = Math.max(1, pages / IMAGES_TRIED);
  for (let at = step; at < pages; at += step) {
    const other = await decode(Math.floor(at));
    if (other === undefined || other.width !== first.width || other.height !== first.height) continue;
    if (!isEmpty(other)) return other;
  }
  return first;
}

async function decodeImage(file: TiffFile, index: number, bytes: ArrayBuffer): Promise<Picture | undefined> {
  const { image } = await getTiffImage(file, index);
  const size = { width: image.getWidth(), height: image.getHeight() };
  if (!isDecodable(size) || tileBytes(image) > MAX_TILE_BYTES) return undefined;
  const photometric = image.fileDirectory.getValue('PhotometricInterpretation') ?? 1;
  if (photometric > PALETTE) return makePicture(size, (await image.readRGB({ interleave: false })).map(ownBuffer));
  const [samples = []] = await listPlanes(file, index);
  const opened = await openPage(file, { image: index, samples });
  if (!opened.ok) throw new Error(`The image can't be read: ${opened.failure.kind}`);
  const { orientation } = opened.value.header;
  const shown = shownSize(size, orientation);
  const planes = await readPlanes(opened.value, bytes);
  return makePicture(
    shown,
    planes.map((plane) => withoutBigInts(turnSamples(plane, shown, orientation))),
  );
}

/** Returns true if all samples are equal. */
function isEmpty({ lowest, highest }: Picture): boolean {
  return lowest === highest;
}

/** Reads the samples that are shown. */
async function readPlanes({ header, locate, decode }: OpenedTiff, bytes: ArrayBuffer): Promise<readonly FileSamples[]> {
  const [level] = header.levels;
  const rect = { left: 0, top: 0, right: level.width, bottom: level.height };
  const parts = new Map<BlockPart, DecodedPart>();
  // Whole blocks: all of them are in memory and are needed.
  for (const part of partsOf(header, level, rect, Infinity)) {
    const span = await locate(0, part);
    if (span === 'gap') parts.set(part, gapPart(header, part));
    else {
      const planes = await decode(0, part, new Uint8Array(bytes.slice(span.start, span.end)));
      parts.set(part, { planes, isGap: false });
    }
  }
  const planes = shownPlanes(header, wholePlanes(parts, level) ?? windowOf(header, rect, parts).planes);
  if (planes === undefined) throw new Error('The palette is missing');
  return planes;
}

/** Returns the planes of the only part if it is the whole image, as in a preview: they need not be copied. */
function wholePlanes(
  parts: ReadonlyMap<BlockPart, DecodedPart>,
  { width, height }: PictureSize,
): readonly FileSamples[] | undefined {
  const [only] = parts.values();
  const isWhole = parts.size === 1 && only?.planes.every(({ length }) => length === width * height) === true;
  return isWhole ? only.planes : undefined;
}

function withoutBigInts(samples: FileSamples): RawPlane {
  const isBig = samples instanceof BigInt64Array || samples instanceof BigUint64Array;
  return isBig ? Float64Array.from(samples, Number) : samples;
}

function tileBytes(image: GeoTIFFImage): number {
  return image.getTileWidth() * image.getTileHeight() * image.getBytesPerPixel();
}

type Raster = Awaited<ReturnType<GeoTIFFImage['readRasters']>>[number];

/** The types allow shared memory, which no decoder here uses. */
function ownBuffer(raster: Raster): RawPlane {
  return hasOwnBuffer(raster) ? raster : raster.slice();
}

function hasOwnBuffer(raster: Raster): raster is Raster & RawPlane {
  return raster.buffer instanceof ArrayBuffer;
}
