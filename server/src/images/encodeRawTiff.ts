import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const deflateAsync = promisify(deflate);

/** Samples, row by row from the top left, those of a pixel one after the other. */
export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array;

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const SHORT = 3;
const LONG = 4;
const UNSIGNED = 1;
const SIGNED = 2;
const FLOAT = 3;
const ADOBE_DEFLATE = 8;
const BLACK_IS_ZERO = 1;
const RGB = 2;
/** The tags with a number for each sample. */
const BITS = 258;
const FORMAT = 339;
/** Fast, because previews are rendered while the user waits. */
const COMPRESSION_LEVEL = 1;

/** Encodes samples as a TIFF with one deflated strip (little-endian, as all supported machines are). sharp can't write floats. */
export async function encodeRawTiff(
  samples: Samples,
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: number },
): Promise<Buffer> {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const strip = await deflateAsync(bytes, { level: COMPRESSION_LEVEL });
  const tags = [
    [256, LONG, width],
    [257, LONG, height],
    [BITS, SHORT, samples.BYTES_PER_ELEMENT * 8],
    [259, SHORT, ADOBE_DEFLATE],
    [262, SHORT, channels === 1 ? BLACK_IS_ZERO : RGB],
    [273, LONG, 0],
    [277, SHORT, channels],
    [278, LONG, height],
    [279, LONG, strip.length],
    [FORMAT, SHORT, formatOf(samples)],
  ] as const;
  /** Where the numbers for each sample are if they don't fit into an entry. */
  let listStart = HEADER_BYTES + 2 + tags.length * ENTRY_BYTES + 4;
  const listBytes = channels === 1 ? 0 : 2 * channels;
  const stripStart = listStart + 2 * listBytes;
  const header = Buffer.alloc(stripStart);
  header.write('II', 'latin1');
  header.writeUInt16LE(42, 2);
  header.writeUInt32LE(HEADER_BYTES, 4);
  header.writeUInt16LE(tags.length, HEADER_BYTES);
  for (const [index, [tag, type, value]] of tags.entries()) {
    const at = HEADER_BYTES + 2 + index * ENTRY_BYTES;
    header.writeUInt16LE(tag, at);
    header.writeUInt16LE(type, at + 2);
    const isList = channels > 1 && (tag === BITS || tag === FORMAT);
    header.writeUInt32LE(isList ? channels : 1, at + 4);
    if (isList) {
      header.writeUInt32LE(listStart, at + 8);
      for (let sample = 0; sample < channels; sample += 1) header.writeUInt16LE(value, listStart + 2 * sample);
      listStart += listBytes;
    } else if (type === SHORT) header.writeUInt16LE(value, at + 8);
    else header.writeUInt32LE(tag === 273 ? stripStart : value, at + 8);
  }
  return Buffer.concat([header, strip]);
}

function formatOf(samples: Samples): number {
  if (samples instanceof Float32Array) return FLOAT;
  const isSigned = samples instanceof Int8Array || samples instanceof Int16Array || samples instanceof Int32Array;
  return isSigned ? SIGNED : UNSIGNED;
}
