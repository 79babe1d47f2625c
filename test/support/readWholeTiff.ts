import { fromCustomClient, GeoTIFF } from 'geotiff';
import { blockRowBytes, partsOf, type BlockPart, type ByteSpan } from '@data-manager/domain/pictures/pixels/fileBlocks';
import type { FileImageHeader, ImageLevel } from '@data-manager/domain/pictures/pixels/fileImage';
import { ok } from '@data-manager/lib/result';
import { openPage, type OpenedTiff } from '../../src/platform/pictures/openTiff';
import { TiffClient } from '../../src/platform/pictures/tiffRanges';
import { TiffEditor, type EditedDirectory } from './editTiff';

/** `undecodable`: all bytes are there, but some can't be decompressed, which no header shows. */
type SeenTiff = 'whole' | 'undecodable' | 'missing';

const HEADER_READS = { maxRanges: 0, blockSize: 1_024, cacheSize: 8 };

/**
 * Reads all pixels of a TIFF as the readout does, and tells whether they are there. Its own parser tells which strips and tiles the
 * file lists, and what else lies where.
 *
 * @param images the number of images that the file must have
 */
export async function readWholeTiff(file: Uint8Array<ArrayBuffer>, images: number): Promise<SeenTiff> {
  try {
    const editor = new TiffEditor(file);
    const pages = editor.pages();
    const levels = pages.map((page) => editor.levels(page));
    const tiff = await fromCustomClient(
      new TiffClient(
        { url: '', size: file.length, etag: null },
        (_, start, end) => Promise.resolve(ok(file.slice(start, end))),
        new AbortController().signal,
      ),
      HEADER_READS,
    );
    const seen: SeenTiff[] = [];
    for (let image = 0; image < images; image += 1) {
      // Several images may follow a single directory. Lower resolutions in the chain count as images only if it begins with them.
      const [page, skipped] = pages.length === 1 ? [0, image] : [image, 0];
      const chain = new GeoTIFF(tiff.source, tiff.littleEndian, tiff.bigTiff, pages[page]?.start ?? 0);
      const opened = await openPage({ tiff: chain, size: file.length }, { image: skipped, samples: [0] });
      const own = levels[page];
      if (!opened.ok || own === undefined) return 'missing';
      for (const [level, directory] of own.slice(0, opened.value.header.levels.length).entries()) {
        seen.push(await readLevel(file, opened.value, level, { directory, others: levels.flat() }));
      }
    }
    return (['missing', 'undecodable'] as const).find((one) => seen.includes(one)) ?? 'whole';
  } catch {
    return 'missing';
  }
}

interface Parsed {
  readonly directory: EditedDirectory;
  readonly others: readonly EditedDirectory[];
}

async function readLevel(
  file: Uint8Array<ArrayBuffer>,
  { header, locate, decode }: OpenedTiff,
  level: number,
  { directory, others }: Parsed,
): Promise<SeenTiff> {
  const place = header.levels[level] ?? header.levels[0];
  const [offsets, lengths] = blocksOf(directory);
  let [hasBytes, isDecoded] = [false, true];
  for (const part of partsOf(header, place, { left: 0, top: 0, right: place.width, bottom: place.height }, Infinity)) {
    const isListed = part.block < offsets.length && part.block < (lengths?.length ?? Infinity);
    if (!isListed) return 'missing';
    const span = await locate(level, part);
    const length = lengths?.[part.block];
    if (span === 'gap' && length === 0) continue;
    // A listed length that exceeds the file is one of missing bytes, even if no pixel needs them.
    if (span === 'gap' || Math.max(span.end, (offsets[part.block] ?? 0) + (length ?? 0)) > file.length)
      return 'missing';
    hasBytes = true;
    const needed = neededBytes(header, place, part);
    // Other readers compute the length of a single strip, too, but it can't contain something else.
    const isComputed = !header.isCompressed && length !== undefined && length < needed;
    if (isComputed && others.some((one) => overlaps(span, one, directory))) return 'missing';
    const planes = await decode(level, part, file.slice(span.start, span.end)).catch(() => undefined);
    if (planes === undefined && !header.isCompressed) return 'missing';
    isDecoded &&= planes !== undefined;
  }
  if (!hasBytes) return 'missing';
  return isDecoded ? 'whole' : 'undecodable';
}

function blocksOf({
  entries,
}: EditedDirectory): readonly [offsets: readonly number[], lengths: readonly number[] | undefined] {
  const [offsets, lengths] = entries.has(324) ? [324, 325] : [273, 279];
  return [entries.get(offsets)?.values ?? [], entries.get(lengths)?.values];
}

function neededBytes(header: FileImageHeader, place: ImageLevel, { rect }: BlockPart): number {
  return blockRowBytes(header, place) * (rect.bottom - rect.top);
}

/** Returns true if a directory, one of its lists or one of its strips begins inside the span of a strip of `own`. */
function overlaps({ start, end }: ByteSpan, other: EditedDirectory, own: EditedDirectory): boolean {
  const lists = [...other.entries.values()].filter(({ bytes }) => bytes > 8).map(({ place }) => place);
  const strips = other.start === own.start ? [] : blocksOf(other)[0];
  return [other.start, ...lists, ...strips].some((place) => place > start && place < end);
}
