import { intersectRects, type FileImageHeader, type ImageLevel, type PixelRect } from './fileImage';

/** Bytes of uncompressed strips or tiles that are read together for a pixel: those of all its samples. */
const PART_BYTES = 256 * 1024;
/** Side of the part of an image that a readout reads. The pointer seldom leaves it with one move. */
const READOUT_SIDE = 128;
/**
 * Most bytes of pixels that are fetched for a readout. Together with the parts of the headers that a first readout needs, it takes
 * 2 MiB at most.
 */
export const MAX_READOUT_BYTES = 1.75 * 1024 ** 2;

/** Some rows of a strip or tile, which are read and kept together: all rows of a compressed one. */
export interface BlockPart {
  /** Index of the strip or tile in the file's lists. */
  readonly block: number;
  /** The sample that the block belongs to if each sample has blocks of its own, otherwise 0. */
  readonly plane: number;
  /** The pixels of the block, including its padding. */
  readonly rect: PixelRect;
  /** Rows of the block before the part. */
  readonly skippedRows: number;
}

/** A range of bytes. `end` is exclusive. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Returns the bytes of one row of a block. Rows begin at a whole byte. */
export function blockRowBytes(
  { type, samples, isPlanar }: Pick<FileImageHeader, 'type' | 'samples' | 'isPlanar'>,
  { blockWidth }: Pick<ImageLevel, 'blockWidth'>,
): number {
  return Math.ceil((blockWidth * (isPlanar ? 1 : samples) * type.bits) / 8);
}

/** Returns how many rows of a block are read together. */
function partRows(header: FileImageHeader, level: ImageLevel, partBytes: number): number {
  if (header.isCompressed) return level.blockHeight;
  const rowBytes = blockRowBytes(header, level) * (header.isPlanar ? header.samples : 1);
  return Math.max(1, Math.min(level.blockHeight, Math.floor(partBytes / rowBytes)));
}

/**
 * Returns the parts of blocks that contain the pixels of a rect, in the order of the file's lists.
 *
 * @param partBytes most bytes of a part of an uncompressed block
 */
export function partsOf(
  header: FileImageHeader,
  level: ImageLevel,
  rect: PixelRect,
  partBytes = PART_BYTES,
): readonly BlockPart[] {
  const { width, height, blockWidth, blockHeight, isTiled } = level;
  const wanted = intersectRects(rect, { left: 0, top: 0, right: width, bottom: height });
  if (wanted === undefined) return [];
  const columns = Math.ceil(width / blockWidth);
  const perPlane = columns * Math.ceil(height / blockHeight);
  const rows = partRows(header, level, partBytes);
  const parts: BlockPart[] = [];
  for (let plane = 0; plane < (header.isPlanar ? header.samples : 1); plane += 1) {
    for (let row = Math.floor(wanted.top / blockHeight); row * blockHeight < wanted.bottom; row += 1) {
      const blockTop = row * blockHeight;
      const blockBottom = isTiled ? blockTop + blockHeight : Math.min(height, blockTop + blockHeight);
      for (let column = Math.floor(wanted.left / blockWidth); column * blockWidth < wanted.right; column += 1) {
        const first = Math.max(0, Math.floor((wanted.top - blockTop) / rows));
        for (let top = blockTop + first * rows; top < Math.min(blockBottom, wanted.bottom); top += rows) {
          parts.push({
            block: plane * perPlane + row * columns + column,
            plane,
            rect: {
              left: column * blockWidth,
              top,
              right: (column + 1) * blockWidth,
              bottom: Math.min(blockBottom, top + rows),
            },
            skippedRows: top - blockTop,
          });
        }
      }
    }
  }
  return parts;
}

/** Returns the pixels around a pixel that a readout reads together: they lie in one part of each plane. */
export function readoutRect(header: FileImageHeader, x: number, y: number): PixelRect {
  const [level] = header.levels;
  const [part] = partsOf(header, level, { left: x, top: y, right: x + 1, bottom: y + 1 });
  const left = x - (x % READOUT_SIDE);
  const top = y - (y % READOUT_SIDE);
  const around = {
    left,
    top,
    right: Math.min(level.width, left + READOUT_SIDE),
    bottom: Math.min(level.height, top + READOUT_SIDE),
  };
  return (part && intersectRects(around, part.rect)) ?? around;
}

/**
 * Joins spans that follow each other closely into fewer requests.
 *
 * @param maxGap bytes between two spans that are fetched rather than requested separately
 * @param maxBytes of a joined span. A longer span stays alone.
 */
export function joinSpans(spans: readonly ByteSpan[], maxGap: number, maxBytes: number): readonly ByteSpan[] {
  const sorted = [...spans].sort((left, right) => left.start - right.start);
  const joined: ByteSpan[] = [];
  for (const span of sorted) {
    const last = joined.at(-1);
    const end = Math.max(last?.end ?? 0, span.end);
    if (last === undefined || span.start > last.end + maxGap || end - last.start > maxBytes) joined.push(span);
    else joined[joined.length - 1] = { start: last.start, end };
  }
  return joined;
}

/**
 * Returns the coarsest level with enough pixels, or the full resolution if none has.
 *
 * @param share pixels needed per pixel of the full resolution, from 0 to 1
 */
export function chooseLevel({ levels }: Pick<FileImageHeader, 'levels'>, share: number): number {
  const [full] = levels;
  let chosen = 0;
  levels.forEach((level, index) => {
    if (level.width >= full.width * share && level.width < (levels[chosen]?.width ?? Infinity)) chosen = index;
  });
  return chosen;
}
