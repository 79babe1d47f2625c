import { deflateSync } from 'node:zlib';

const HEADER_BYTES = 16;
const ENTRY_BYTES = 20;
const SHORT = 3;
const LONG = 4;
const LONG8 = 16;

/** A little-endian BigTIFF of 8-bit grey planes, deflated, as OME-TIFFs of stacks are: what sharp can't write. */
export function bigTiff(width: number, height: number, planes: readonly (readonly number[])[]): ArrayBuffer {
  const strips = planes.map((values) => deflateSync(Uint8Array.from(values)));
  const entriesOf = (strip: Buffer, at: number) =>
    [
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, 8], // bits a sample
      [259, SHORT, 8], // deflate
      [262, SHORT, 1], // black is zero
      [273, LONG8, at],
      [277, SHORT, 1], // samples a pixel
      [278, LONG, height],
      [279, LONG8, strip.length],
    ] as const;
  const directoryBytes = 8 + 9 * ENTRY_BYTES + 8;
  const stripsAt = HEADER_BYTES + planes.length * directoryBytes;
  const view = new DataView(new ArrayBuffer(stripsAt + strips.reduce((sum, { length }) => sum + length, 0)));
  const big = (at: number, value: number): void => view.setBigUint64(at, BigInt(value), true);
  view.setUint16(0, 0x4949);
  view.setUint16(2, 43, true);
  view.setUint16(4, 8, true);
  big(8, HEADER_BYTES);
  let stripAt = stripsAt;
  for (const [plane, strip] of strips.entries()) {
    const start = HEADER_BYTES + plane * directoryBytes;
    const entries = entriesOf(strip, stripAt);
    big(start, entries.length);
    for (const [index, [tag, type, value]] of entries.entries()) {
      const at = start + 8 + index * ENTRY_BYTES;
      view.setUint16(at, tag, true);
      view.setUint16(at + 2, type, true);
      big(at + 4, 1);
      // A shorter number stands in the first bytes: as the rest is zero, eight bytes written are the same.
      big(at + 12, value);
    }
    big(start + directoryBytes - 8, plane + 1 < planes.length ? start + directoryBytes : 0);
    new Uint8Array(view.buffer).set(strip, stripAt);
    stripAt += strip.length;
  }
  return view.buffer;
}
