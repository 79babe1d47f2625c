import fs from 'node:fs';
import path from 'node:path';
import { readImageCheck, readImageProblem } from '@data-manager/domain/pictures/check/imageProblem';
import { TiffEditor } from '../../support/editTiff';
import { layoutTiff, type LayoutPage } from '../../support/layoutTiff';
import { readOddImage } from '../../support/oddImages';
import { runReader } from '../../support/runReader';
import { writeTiff } from '../../support/writtenTiff';

function check(bytes: Uint8Array) {
  return runReader(readImageProblem(bytes.length), bytes);
}

const GREY: LayoutPage = { width: 16, height: 16, bits: [16], rowsPerStrip: 4 };
const ONE_STRIP: LayoutPage = { ...GREY, rowsPerStrip: 16 };
const TILED: LayoutPage = { ...GREY, width: 40, height: 40, tile: { width: 16, height: 16 } };
const SMALL: LayoutPage = { ...GREY, width: 8, height: 8 };

/** Returns a page with other lists. */
function changed(page: LayoutPage, change: (lists: { offsets: number[]; lengths: number[] }) => unknown): LayoutPage {
  return { ...page, change: ({ offsets, lengths = [] }) => void change({ offsets, lengths }) };
}

/** Describes a picture as OME does. */
function ome(pixels: string, data: string, root = 'UUID="urn:uuid:1"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org" ${root}><Image ID="Image:0"><Pixels ID="Pixels:0" ${pixels}>${data}</Pixels></Image></OME>`;
}

const CHANNEL = '<Channel ID="Channel:0" SamplesPerPixel="1"/>';
const STACK = ome('SizeZ="3" SizeT="1" SizeC="1"', `${CHANNEL}<TiffData/>`);
const LISTED = ome('SizeZ="3" SizeT="1" SizeC="1"', `${CHANNEL}<TiffData IFD="0"/><TiffData IFD="2" FirstZ="2"/>`);
const OTHER_FILES = ome(
  'SizeZ="3" SizeT="1" SizeC="1"',
  `${CHANNEL}<TiffData IFD="0"><UUID FileName="a.ome.tif">urn:uuid:1</UUID></TiffData>
   <TiffData IFD="0"><UUID FileName="b.ome.tif">urn:uuid:2</UUID></TiffData>`,
);
const OWN_FILE = ome(
  'SizeZ="2" SizeT="1" SizeC="1"',
  `${CHANNEL}<TiffData IFD="0"><UUID FileName="a.ome.tif">urn:uuid:1</UUID></TiffData>
   <TiffData IFD="1"><UUID FileName="a.ome.tif">urn:uuid:1</UUID></TiffData>`,
);
const COLOURS = ome('SizeZ="1" SizeT="1" SizeC="3"', '<Channel ID="Channel:0" SamplesPerPixel="3"/><TiffData/>');

interface Row {
  readonly name: string;
  readonly pages: readonly LayoutPage[];
  readonly options: Parameters<typeof layoutTiff>[1];
}

function row(name: string, pages: readonly LayoutPage[], options: Row['options'] = {}): Row {
  return { name, pages, options };
}

const INCOMPLETE: readonly Row[] = [
  row('a strip after the end of the file', [changed(GREY, ({ offsets }) => (offsets[3] = 100_000))]),
  row('a strip that begins before the end and ends after it', [changed(GREY, ({ lengths }) => (lengths[3] = 9_999))]),
  row('a strip at the very beginning of the file', [changed(GREY, ({ offsets }) => (offsets[2] = 0))]),
  row('fewer strips than rows', [
    changed(GREY, ({ offsets, lengths }) => {
      offsets.splice(2);
      lengths.splice(2);
    }),
  ]),
  row('fewer lengths than strips', [changed(GREY, ({ lengths }) => lengths.splice(2))]),
  row('fewer tiles than the picture needs', [
    changed(TILED, ({ offsets, lengths }) => {
      offsets.pop();
      lengths.pop();
    }),
  ]),
  row('tiles that are too short', [changed(TILED, ({ lengths }) => lengths.fill(100))]),
  row('strips of one sample only, though each sample has its own', [
    changed({ ...GREY, bits: [16, 16, 16], isSeparate: true }, ({ offsets, lengths }) => {
      offsets.splice(4);
      lengths.splice(4);
    }),
  ]),
  row('no strip with any bytes', [changed(GREY, ({ lengths }) => lengths.fill(0))]),
  row('a single tile that is too short', [
    changed({ ...GREY, tile: { width: 16, height: 16 } }, ({ lengths }) => (lengths[0] = 511)),
  ]),
  row('a strip that is too short, in which the next page begins', [
    changed(ONE_STRIP, ({ lengths }) => (lengths[0] = 100)),
    changed(ONE_STRIP, ({ offsets }) => (offsets[0] = (offsets[0] ?? 0) - 1)),
  ]),
  row('compressed strips without a list of their lengths', [
    { ...GREY, compressed: [5, 5, 5, 5], change: (lists) => (lists.lengths = undefined) },
  ]),
  row('a compressed strip without bytes', [
    changed({ ...ONE_STRIP, compressed: [40] }, ({ lengths }) => lengths.fill(0)),
  ]),
  row('a second page whose strips are too short', [GREY, changed(GREY, ({ lengths }) => (lengths[1] = 5)), GREY]),
  row('a last page after the end of the file', [GREY, changed(GREY, ({ offsets }) => (offsets[0] = 100_000))]),
  row(
    'a plane in a subdirectory that is too short',
    [{ ...GREY, subdirectories: [1] }, changed(SMALL, ({ lengths }) => (lengths[0] = 5))],
    { chained: 1 },
  ),
  row(
    'a plane in a second subdirectory after the end',
    [{ ...GREY, subdirectories: [1, 2] }, SMALL, changed(SMALL, ({ offsets }) => (offsets[0] = 100_000))],
    { chained: 1 },
  ),
  row('an offset of more than 2^53 in a BigTIFF', [changed(GREY, ({ offsets }) => (offsets[0] = 2 ** 60))], {
    isBig: true,
  }),
  row(
    'an offset whose sum with the length exceeds 64 bits',
    [changed(GREY, ({ offsets }) => (offsets[1] = 2 ** 64 - 4_096))],
    { isBig: true },
  ),
  row('fewer planes than an ImageJ description says, the first of them over the directory', [
    changed({ ...ONE_STRIP, description: 'ImageJ=1.53t\nimages=5\n' }, ({ offsets }) => (offsets[0] = 4)),
  ]),
];

const COMPLETE: readonly Row[] = [
  row('some strips without bytes', [changed(GREY, ({ lengths }) => (lengths[1] = 0))]),
  row('a single strip whose length is zero, which readers compute', [
    changed(ONE_STRIP, ({ lengths }) => (lengths[0] = 0)),
  ]),
  row('a single compressed strip whose length is missing', [
    { ...ONE_STRIP, compressed: [40], change: (lists) => (lists.lengths = undefined) },
  ]),
  row('a strip that is listed as too short, right before that of the next page', [
    changed(ONE_STRIP, ({ lengths }) => (lengths[0] = 100)),
    ONE_STRIP,
  ]),
  row('two pages that share a strip whose length is wrong', [
    changed(ONE_STRIP, ({ lengths }) => (lengths[0] = 100)),
    changed(ONE_STRIP, ({ offsets, lengths }) => {
      offsets[0] = (offsets[0] ?? 0) - 512;
      lengths[0] = 100;
    }),
  ]),
  row('more strips than rows', [
    changed(GREY, ({ offsets, lengths }) => {
      offsets.push(offsets[0] ?? 0);
      lengths.push(lengths[0] ?? 0);
    }),
  ]),
  row('two tiles that share their bytes', [changed(TILED, ({ offsets }) => (offsets[1] = offsets[0] ?? 0))]),
  row('all pages of an OME description', [{ ...GREY, description: STACK }, GREY, GREY]),
  row('more pages than an OME description', [{ ...GREY, description: STACK }, GREY, GREY, GREY]),
  row('all pages that an OME description lists', [{ ...GREY, description: LISTED }, GREY, GREY]),
  row('a part of the pages of an OME description, whose others are in another file', [
    { ...GREY, description: OTHER_FILES },
  ]),
  row('the pages that an OME description lists for its own file', [{ ...GREY, description: OWN_FILE }, GREY]),
  row('one page for three colors of an OME description', [{ ...GREY, bits: [8, 8, 8], description: COLOURS }]),
  row(
    'lower resolutions in subdirectories of an OME stack',
    [{ ...GREY, description: STACK, subdirectories: [3] }, GREY, GREY, SMALL],
    { chained: 3 },
  ),
];

it.each(INCOMPLETE)('reports a file as incomplete that has $name', ({ pages, options }) => {
  expect(check(layoutTiff(pages, options).file)).toBe('truncated');
});

it.each(COMPLETE)('reports a file as complete, without a note, that has $name', ({ pages, options }) => {
  const { file } = layoutTiff(pages, options);
  expect(runReader(readImageCheck(file.length), file)).toEqual({});
});

const IMAGEJ = 'ImageJ=1.53t\nimages=5\n';

it.each([
  ['one page of an OME stack', 3, [{ ...GREY, description: STACK }], {}],
  ['fewer pages than an OME description says', 3, [{ ...GREY, description: STACK }, GREY], {}],
  ['fewer pages than an OME description lists', 3, [{ ...GREY, description: LISTED }, GREY], {}],
  ['a page less than an OME description lists for its own file', 2, [{ ...GREY, description: OWN_FILE }], {}],
  ["one plane of ImageJ's stack", 5, [{ ...GREY, description: IMAGEJ }], {}],
  ["one plane of ImageJ's stack behind its pixels", 5, [{ ...GREY, description: IMAGEJ }], { isDirectoryFirst: false }],
  ["two pages of ImageJ's stack", 5, [{ ...GREY, description: IMAGEJ }, GREY], {}],
] as const)('reports a file as complete that has %s, with a note', (_, stated, pages, options) => {
  const { file } = layoutTiff(pages, options);
  const found = pages.length;
  expect(runReader(readImageCheck(file.length), file)).toEqual({ planes: { stated, found } });
});

it.each([false, true])('reads sizes and positions that are stored as signed numbers (BigTIFF: %s)', (isBig) => {
  const type = { kind: 'unsigned', bits: 16 } as const;
  const file = writeTiff({ width: 40, height: 50, type, isBig, rowsPerStrip: 20, valueAt: (x) => x });
  const signed: Readonly<Record<number, number>> = { 3: 8, 4: 9, 16: 17 };
  const [page] = new TiffEditor(file).pages();
  for (const { at } of page?.entries.values() ?? []) {
    file.writeUInt16LE(signed[file.readUInt16LE(at + 2)] ?? 0, at + 2);
  }
  expect(check(file)).toBeUndefined();
  file.writeInt32LE(-1, page?.entries.get(257)?.place ?? 0);
  expect(check(file)).toBe('truncated');
});

it('reports a file as incomplete that ends before the directory of a lower resolution', () => {
  const { file } = layoutTiff([{ ...GREY, subdirectories: [1] }, SMALL], { chained: 1, isDirectoryFirst: false });
  expect(check(file)).toBeUndefined();
  expect(check(file.subarray(0, -150))).toBe('truncated');
  expect(check(file.subarray(0, -250))).toBe('truncated');
});

it('checks all pages of a long stack', () => {
  const pages = Array.from({ length: 5_000 }, (): LayoutPage => ({ width: 2, height: 2, bits: [8] }));
  expect(check(layoutTiff(pages).file)).toBeUndefined();
  const short: LayoutPage = changed({ width: 2, height: 2, bits: [8], rowsPerStrip: 1 }, ({ offsets }) =>
    offsets.pop(),
  );
  expect(check(layoutTiff([...pages, short]).file)).toBe('truncated');
});

it('reports a file as incomplete that ends inside its palette', () => {
  const editor = new TiffEditor(readOddImage('palette'));
  const palette = editor.pages()[0]?.entries.get(320);
  if (palette === undefined) throw new Error('There is no palette.');
  const file = editor.withListAtEnd(palette);
  expect(check(file)).toBeUndefined();
  expect(check(file.subarray(0, -1))).toBe('truncated');
});

it('reports a file as incomplete whose strips of YCbCr lack bytes, of which four pixels share two', () => {
  expect(check(ycbcrStrips(600))).toBeUndefined();
  expect(check(ycbcrStrips(599))).toBe('truncated');
});

/** Writes a picture in five strips of 40 × 10 pixels, one of which has the given length. */
function ycbcrStrips(length: number): Buffer {
  const type = { kind: 'unsigned', bits: 8 } as const;
  const written = writeTiff({
    width: 40,
    height: 50,
    type,
    samples: 3,
    photometric: 6,
    rowsPerStrip: 10,
    valueAt: () => 9,
  });
  const editor = new TiffEditor(written);
  const [page] = editor.pages();
  const lengths = page?.entries.get(279);
  if (lengths !== undefined) editor.write(lengths, [length, ...lengths.values.slice(1)]);
  return editor.file;
}

describe('the check of real images', () => {
  const folder = path.join(__dirname, '../../support/images');
  const names = ['pixels', 'described'].flatMap((one) =>
    fs.readdirSync(path.join(folder, one)).map((name) => path.join(one, name)),
  );

  it.each(names)('raises no false alarm for %s', (name) => {
    expect(check(fs.readFileSync(path.join(folder, name)))).toBeUndefined();
  });
});
