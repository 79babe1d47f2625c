import fc from 'fast-check';
import { readImageProblem } from '../../../src/domain/pictures/imageProblem';
import { bigTiff, plainTiff } from '../../support/tiffs';

function check(bytes: Uint8Array) {
  const reader = readImageProblem(bytes.length);
  let step = reader.next();
  while (step.done !== true) step = reader.next(bytes.subarray(step.value.start, step.value.end));
  return step.value;
}

const [HEADER_BYTES, ENTRY_BYTES] = [8, 12];

/** Returns a TIFF whose directory precedes its strips. Strips without bytes are not stored. */
function directoryFirst(lengths: readonly number[], isLittleEndian: boolean): Uint8Array {
  const offsetsAt = HEADER_BYTES + 2 + 2 * ENTRY_BYTES + 4;
  const lengthsAt = offsetsAt + 4 * lengths.length;
  let end = lengthsAt + 4 * lengths.length;
  const offsets = lengths.map((length) => {
    end += length;
    return length === 0 ? 0 : end - length;
  });
  const view = new DataView(new ArrayBuffer(end));
  view.setUint16(0, isLittleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, isLittleEndian);
  view.setUint32(4, HEADER_BYTES, isLittleEndian);
  view.setUint16(HEADER_BYTES, 2, isLittleEndian);
  const lists = [
    { tag: 273, at: offsetsAt, values: offsets },
    { tag: 279, at: lengthsAt, values: lengths },
  ];
  lists.forEach(({ tag, at, values }, index) => {
    const entryAt = HEADER_BYTES + 2 + index * ENTRY_BYTES;
    view.setUint16(entryAt, tag, isLittleEndian);
    view.setUint16(entryAt + 2, 4, isLittleEndian);
    view.setUint32(entryAt + 4, values.length, isLittleEndian);
    view.setUint32(entryAt + 8, at, isLittleEndian);
    values.forEach((value, position) => view.setUint32(at + 4 * position, value, isLittleEndian));
  });
  return new Uint8Array(view.buffer);
}

it('reports a TIFF as complete once it contains the last byte of its last strip', () => {
  const someLengths = fc
    .array(fc.nat(40), { minLength: 2, maxLength: 12 })
    .filter((lengths) => lengths.some((length) => length > 0));
  fc.assert(
    fc.property(someLengths, fc.boolean(), fc.nat(20), (lengths, isLittleEndian, trailing) => {
      const bytes = directoryFirst(lengths, isLittleEndian);
      const padded = Uint8Array.from([...bytes, ...Array<number>(trailing).fill(0)]);
      const prefixes = Array.from({ length: padded.length + 1 }, (_, length) => padded.subarray(0, length));
      const complete = prefixes.filter((prefix) => check(prefix) === undefined);
      expect(complete[0]?.length).toBe(bytes.length);
      expect(complete).toHaveLength(trailing + 1);
    }),
    { numRuns: 30 },
  );
});

it.each([
  ['a strip', plainTiff({ width: 6, height: 2, values: Array<number>(12).fill(3), bits: 16 })],
  [
    'a big-endian strip',
    plainTiff({ width: 6, height: 2, values: Array<number>(12).fill(3), bits: 16, isBigEndian: true }),
  ],
  [
    'a tile',
    plainTiff({ width: 4, height: 4, values: Array<number>(16).fill(1), bits: 8, tile: { width: 4, height: 4 } }),
  ],
  ['a BigTIFF with two planes', bigTiff(4, 2, [Array<number>(8).fill(1), Array<number>(8).fill(2)])],
])('reports no strict prefix of %s as complete if its directory comes last', (_name, whole) => {
  const bytes = new Uint8Array(whole);
  for (let length = 0; length < bytes.length; length += 1) {
    expect([length, check(bytes.subarray(0, length))]).not.toEqual([length, undefined]);
  }
  expect(check(bytes)).toBeUndefined();
});

it('reports a TIFF as truncated if its header has no directory yet', () => {
  const bytes = new Uint8Array(plainTiff({ width: 2, height: 2, values: [1, 2, 3, 4], bits: 8 }));
  new DataView(bytes.buffer).setUint32(4, 0);
  expect(check(bytes)).toBe('truncated');
});

it('reads a tag once per directory, because 4,096 directories that repeat it would take seconds', () => {
  const bytes = new Uint8Array(8_192);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  const entries = 60;
  view.setUint16(8, entries, true);
  for (let index = 0; index < entries; index += 1) {
    view.setUint16(10 + index * 12, 273, true);
    view.setUint16(12 + index * 12, 4, true);
    view.setUint32(14 + index * 12, 1, true);
  }
  view.setUint32(10 + entries * 12, 8, true);
  const reads = jest.spyOn(DataView.prototype, 'getUint32');
  expect(check(bytes)).toBeUndefined();
  expect(reads.mock.calls.length).toBeLessThan(10 * 4_096);
});
