import type { BlockPart } from '@data-manager/domain/pictures/pixels/fileBlocks';
import {
  rectHeight,
  rectWidth,
  type FileImageHeader,
  type FileSamples,
  type FileWindow,
  type PixelRect,
} from '@data-manager/domain/pictures/pixels/fileImage';
import { readSamples } from '@data-manager/domain/pictures/pixels/readSamples';

/** The decoded samples of a part of a strip or tile. */
export interface DecodedPart {
  readonly planes: readonly FileSamples[];
  /** True if the file has no bytes for the part. */
  readonly isGap: boolean;
}

/** Returns the zeros of a part for which the file has no bytes. */
export function gapPart(header: FileImageHeader, part: BlockPart): DecodedPart {
  const { type, samples, isPlanar, isLittleEndian } = header;
  const [columns, rows] = [rectWidth(part.rect), rectHeight(part.rect)];
  const layout = { type, samples: isPlanar ? 1 : samples, columns, rows, isLittleEndian };
  const bytes = new Uint8Array(Math.ceil((columns * layout.samples * type.bits) / 8) * rows);
  return { planes: readSamples(bytes, layout) ?? [], isGap: true };
}

/** Assembles the pixels of a rect from its parts. */
export function windowOf(
  header: FileImageHeader,
  rect: PixelRect,
  parts: ReadonlyMap<BlockPart, DecodedPart>,
): FileWindow {
  const planes = new Map<number, FileSamples>();
  const width = rectWidth(rect);
  for (const [{ rect: own, plane }, { planes: decoded }] of parts) {
    const left = Math.max(rect.left, own.left);
    const right = Math.min(rect.right, own.right);
    decoded.forEach((samples, index) => {
      const sample = header.isPlanar ? plane : index;
      const whole = planes.get(sample) ?? emptyLike(samples, width * rectHeight(rect));
      planes.set(sample, whole);
      for (let y = Math.max(rect.top, own.top); y < Math.min(rect.bottom, own.bottom); y += 1) {
        const start = (y - own.top) * rectWidth(own) - own.left;
        // TypeScript can't express that both arrays have the same type.
        whole.set(samples.subarray(start + left, start + right) as never, (y - rect.top) * width + left - rect.left);
      }
    });
  }
  return {
    rect,
    planes: Array.from({ length: header.samples }, (_, sample) => planes.get(sample)).filter(
      (one) => one !== undefined,
    ),
    hasGaps: [...parts.values()].some(({ isGap }) => isGap),
  };
}

function emptyLike(samples: FileSamples, length: number): FileSamples {
  const Samples = samples.constructor as new (length: number) => FileSamples;
  return new Samples(length);
}
