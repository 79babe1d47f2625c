import type { GeoTIFF, GeoTIFFImage } from 'geotiff';

/** Value of the tag `PhotometricInterpretation`. */
const RGB = 2;
/** Extra samples that are the opacity of a pixel, premultiplied or not. */
const ALPHA: readonly number[] = [1, 2];

/** A plane of a TIFF: an image of the file, and the samples of its pixels that are shown together. */
export interface TiffPlane {
  /** From 0. */
  readonly image: number;
  readonly samples: readonly number[];
}

/**
 * Returns the samples of each plane of an image: three for a colour image, one otherwise. Each other sample that is no
 * opacity is a plane of its own.
 */
export async function listPlanes(image: GeoTIFFImage): Promise<readonly (readonly number[])[]> {
  const { photometric, extra } = await readMeaning(image);
  const count = image.getSamplesPerPixel();
  const colours = photometric === RGB && count >= 3 ? [0, 1, 2] : [0];
  const firstExtra = count - extra.length;
  const others = Array.from({ length: count }, (_, sample) => sample).filter(
    (sample) => !colours.includes(sample) && !ALPHA.includes(extra[sample - firstExtra] ?? 0),
  );
  return [colours, ...others.map((sample) => [sample])];
}

async function readMeaning(image: GeoTIFFImage): Promise<{ photometric: number; extra: readonly number[] }> {
  const photometric: unknown = await image.fileDirectory.loadValue('PhotometricInterpretation');
  const extra: unknown = await image.fileDirectory.loadValue('ExtraSamples');
  return {
    photometric: typeof photometric === 'number' ? photometric : 1,
    extra: Array.isArray(extra) || ArrayBuffer.isView(extra) ? Array.from(extra as ArrayLike<number>) : [],
  };
}

/**
 * Finds the plane of a page. The local backend counts every plane as a page, other servers and readers count images.
 *
 * @param page from 1
 * @param pages as the server counts them
 */
export async function findPlane(tiff: GeoTIFF, page: number, pages: number): Promise<TiffPlane> {
  const planes = await listPlanes(await tiff.getImage(0));
  const countsImages = page > 1 && planes.length > 1 && (await hasImage(tiff, pages - 1));
  const image = countsImages ? page - 1 : Math.floor((page - 1) / planes.length);
  const own = image === 0 ? planes : await listPlanes(await tiff.getImage(image));
  const samples = own[countsImages ? 0 : (page - 1) % planes.length];
  if (samples === undefined) throw new RangeError('The image has fewer samples than the first one');
  return { image, samples };
}

/** Returns false after the last image, or if its directory is damaged, which does not affect the images before it. */
export async function hasImage(tiff: GeoTIFF, index: number): Promise<boolean> {
  try {
    await tiff.getImage(index);
    return true;
  } catch {
    return false;
  }
}
