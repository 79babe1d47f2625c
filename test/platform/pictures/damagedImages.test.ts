import { File } from 'node:buffer';
import fc from 'fast-check';
import sharp, { type TiffOptions } from 'sharp';
import { readImageCheck } from '@data-manager/domain/pictures/check/imageProblem';
import { findImageProblem } from '../../../server/src/images/findImageProblem';
import { createFollowCalls } from '../../../src/platform/folders/followedFiles';
import { readBytes } from '../../../src/platform/reading/readBytes';
import { TiffEditor, type EditedDirectory, type EditedEntry } from '../../support/editTiff';
import { layoutTiff } from '../../support/layoutTiff';
import { readOddImage } from '../../support/oddImages';
import { readWholeTiff } from '../../support/readWholeTiff';
import { writeTiff, type WrittenTiff } from '../../support/writtenTiff';

/** Variants of each file. */
const RUNS = Number(process.env.DAMAGED_RUNS ?? 10);
/** The same variants each time, unless others are wanted. */
const SEED = Number(process.env.DAMAGED_SEED ?? 1);

const MOST = 2 ** 30 - 1;

/** Returns what each place says that checks whether a file is complete: before an upload, in a followed folder, on the server. */
async function checkEverywhere(file: Uint8Array<ArrayBuffer>): Promise<readonly (string | undefined)[]> {
  const chosen = await readBytes(new Blob([file]), readImageCheck(file.length), new AbortController().signal);
  const handle = { kind: 'file', getFile: () => Promise.resolve(new File([file], 'image.tif')) };
  const folder = { getFileHandle: () => Promise.resolve(handle) } as unknown as FileSystemDirectoryHandle;
  const [followed] = await createFollowCalls().openFiles(folder, ['image.tif']);
  const stored = await findImageProblem(
    (start, length) => Promise.resolve(Buffer.from(file.subarray(start, start + length))),
    file.length,
  );
  return [
    chosen.ok ? chosen.value.problem : chosen.failure,
    followed?.kind === 'opened' ? followed.problem : followed?.kind,
    stored,
  ];
}

/** Returns a whole number below the given one. */
type Pick = (below: number) => number;
type Damage = (editor: TiffEditor, pick: Pick) => Uint8Array;

/** Returns the lists of one of the pictures. */
function aPicture(editor: TiffEditor, pick: Pick) {
  const all = editor.pages().flatMap((page) => editor.levels(page));
  const entries = all[pick(all.length)]?.entries;
  const [offsets, lengths] = entries?.has(324) === true ? [324, 325] : [273, 279];
  return { offsets: listOf(entries, offsets), lengths: listOf(entries, lengths) };
}

function listOf(entries: EditedDirectory['entries'] | undefined, tag: number): EditedEntry {
  const list = entries?.get(tag);
  if (list === undefined) throw new Error(`The directory lacks ${tag}.`);
  return list;
}

/** Returns a value in place of one of a list. */
function replaced(values: readonly number[], index: number, value: number): readonly number[] {
  return values.map((before, at) => (at === index ? value : before));
}

const DAMAGES: Readonly<Record<string, Damage>> = {
  'ends too early': ({ file }, pick) => file.subarray(0, pick(file.length)),
  'lists too few strips': (editor, pick) => {
    const { offsets, lengths } = aPicture(editor, pick);
    const kept = pick(offsets.values.length);
    editor.write(offsets, offsets.values.slice(0, kept));
    editor.write(lengths, lengths.values.slice(0, kept));
    return editor.file;
  },
  'lists too few lengths': (editor, pick) => {
    const { lengths } = aPicture(editor, pick);
    editor.write(lengths, lengths.values.slice(0, pick(lengths.values.length)));
    return editor.file;
  },
  'has a strip elsewhere': (editor, pick) => {
    const { offsets } = aPicture(editor, pick);
    const at = [0, pick(editor.file.length), editor.file.length + pick(1_000), 2 ** 32 - 1][pick(4)] ?? 0;
    editor.write(offsets, replaced(offsets.values, pick(offsets.values.length), at));
    return editor.file;
  },
  'has a strip of another length': (editor, pick) => {
    const { lengths } = aPicture(editor, pick);
    const index = pick(lengths.values.length);
    const before = lengths.values[index] ?? 0;
    const length =
      [0, 1, pick(before), Math.max(0, before - 1), before + pick(50), editor.file.length, 2 ** 31][pick(7)] ?? 0;
    // A list of small numbers may be one of small integers.
    const most = 2 ** ((8 * lengths.bytes) / lengths.values.length) - 1;
    editor.write(lengths, replaced(lengths.values, index, Math.min(most, length)));
    return editor.file;
  },
  'has strips or tiles without bytes': (editor, pick) => {
    const { offsets, lengths } = aPicture(editor, pick);
    const isEmpty = lengths.values.map(() => pick(3) > 0);
    editor.write(
      offsets,
      offsets.values.map((value, index) => (isEmpty[index] === true ? 0 : value)),
    );
    editor.write(
      lengths,
      lengths.values.map((value, index) => (isEmpty[index] === true ? 0 : value)),
    );
    return editor.file;
  },
  'has fewer rows in each strip': (editor, pick) => {
    const all = editor.pages();
    const rows = all[pick(all.length)]?.entries.get(278);
    if (rows !== undefined) editor.write(rows, [1 + pick(rows.values[0] ?? 1)]);
    return editor.file;
  },
  'has a directory elsewhere': (editor, pick) => {
    const pages = editor.pages();
    const page = pages[pick(pages.length)];
    if (page !== undefined && page.next !== 0) editor.link(page, editor.file.length + pick(100));
    return editor.file;
  },
};

const GREY: WrittenTiff = {
  ...{ width: 40, height: 50, type: { kind: 'unsigned', bits: 16 } },
  valueAt: (x, y) => 100 + 37 * x + y * y,
};
const HALF: WrittenTiff = { ...GREY, width: 20, height: 25 };
const OME = `<?xml version="1.0"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ID="Image:0"><Pixels ID="Pixels:0" SizeC="1" SizeT="1" SizeX="16" SizeY="16" SizeZ="3"><Channel ID="Channel:0:0" SamplesPerPixel="1"/><TiffData/></Pixels></Image></OME>`;

const WRITTEN: readonly (readonly [name: string, make: () => Buffer])[] = [
  ['one strip', () => writeTiff(GREY)],
  ['strips', () => writeTiff({ ...GREY, rowsPerStrip: 8 })],
  ['tiles', () => writeTiff({ ...GREY, tileSide: 16 })],
  ['one tile', () => writeTiff({ ...GREY, width: 16, height: 10, tileSide: 16 })],
  [
    'strips of 12 bits',
    () => writeTiff({ ...GREY, type: { kind: 'unsigned', bits: 12 }, rowsPerStrip: 7, valueAt: (x) => x }),
  ],
  ['separate samples', () => writeTiff({ ...GREY, samples: 3, isPlanar: true, rowsPerStrip: 20 })],
  ['separate tiles', () => writeTiff({ ...GREY, samples: 2, isPlanar: true, tileSide: 32 })],
  ['a big-endian BigTIFF', () => writeTiff({ ...GREY, isBig: true, isBigEndian: true, rowsPerStrip: 20 })],
  ['floats', () => writeTiff({ ...GREY, type: { kind: 'float', bits: 32 }, rowsPerStrip: 20 })],
  ['several pages', () => writeTiff(GREY, { ...GREY, rowsPerStrip: 8 }, GREY)],
  ['lower resolutions', () => writeTiff({ ...GREY, tileSide: 16, reduced: [{ ...HALF, tileSide: 16 }] })],
  ['deflated strips', () => writeTiff({ ...GREY, compression: 'deflate', rowsPerStrip: 8 })],
  ['a deflated strip', () => writeTiff({ ...GREY, compression: 'deflate' })],
  ['deflated tiles', () => writeTiff({ ...GREY, compression: 'deflate', predictor: 2, tileSide: 16, isBig: true })],
  ['zstd', () => writeTiff({ ...GREY, compression: 'zstd', rowsPerStrip: 8 })],
  ['LZW', () => writeTiff({ ...GREY, compression: 'lzw', tileSide: 16 })],
  ['pages with directories in front', () => layoutTiff([SMALL, { ...SMALL, rowsPerStrip: 4 }, SMALL]).file],
  ['an OME stack', () => layoutTiff([{ ...SMALL, description: OME }, SMALL, SMALL]).file],
  [
    'an OME stack with directories at the end',
    () => layoutTiff([{ ...SMALL, description: OME }, SMALL, SMALL], { isDirectoryFirst: false }).file,
  ],
];
const SMALL = { width: 16, height: 16, bits: [16] } as const;

/** What libvips writes. */
const ENCODED: readonly (readonly [name: string, TiffOptions])[] = (
  ['none', 'lzw', 'deflate', 'packbits', 'jpeg'] as const
).flatMap((compression) => [
  [`strips of ${compression}`, { compression }],
  [`tiles of ${compression}`, { compression, tile: true, tileWidth: 16, tileHeight: 32 }],
  [`a pyramid of ${compression}`, { compression, tile: true, tileWidth: 16, tileHeight: 16, pyramid: true }],
  [
    `a BigTIFF of ${compression}`,
    { compression, bigtiff: true, ...(compression !== 'jpeg' && { predictor: 'horizontal' }) },
  ],
]);

/** Odd images, with the number of their images. */
const ODD: Readonly<Record<string, number>> = {
  ...{
    be16: 1,
    bigbetiled: 1,
    bits1: 1,
    bits12: 1,
    five16: 1,
    float16: 1,
    ifdloop: 1,
    imagej5: 5,
    jpegrgb: 1,
    lzwpred: 1,
  },
  ...{
    mixed: 2,
    packbits: 1,
    palette: 1,
    planarrgb: 1,
    pred2def: 1,
    shortcount: 1,
    stack3: 3,
    thumbpage: 2,
    zerostrip: 1,
    zstd: 1,
  },
};

async function encode(options: TiffOptions): Promise<Buffer> {
  const [width, height] = [50, 300];
  const isJpeg = options.compression === 'jpeg';
  const values = Array.from({ length: width * height }, (_, at) => (at * at) % 251);
  const raw = { width, height, channels: 1 } as const;
  return isJpeg
    ? sharp(Uint8Array.from(values), { raw }).toColourspace('b-w').tiff(options).toBuffer()
    : sharp(Uint16Array.from(values), { raw }).toColourspace('grey16').tiff(options).toBuffer();
}

const FILES: readonly (readonly [name: string, make: () => Promise<Buffer>, images: number | undefined])[] = [
  ...WRITTEN.map(([name, make]) => [name, () => Promise.resolve(make()), undefined] as const),
  ...ENCODED.map(([name, options]) => [`${name} by libvips`, () => encode(options), undefined] as const),
  ...Object.entries(ODD).map(([name, images]) => [name, () => Promise.resolve(readOddImage(name)), images] as const),
];

it.each(FILES)(
  'all checks agree about damaged variants of %s, and with what can be read of them',
  async (_, make, known) => {
    const file = await make();
    const images = known ?? new TiffEditor(file).pages().length;
    const whole = Uint8Array.from(file);
    expect([await readWholeTiff(whole, images), ...(await checkEverywhere(whole))]).toEqual([
      'whole',
      undefined,
      undefined,
      undefined,
    ]);
    // Evenly spread, so that every byte and every strip has its turn.
    const share = fc.noBias(fc.nat(MOST));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(DAMAGES)),
        fc.array(share, { minLength: 60, maxLength: 60 }),
        async (damage, shares) => {
          let next = 0;
          const pick: Pick = (below) => Math.floor(((shares[next++ % shares.length] ?? 0) / (MOST + 1)) * below);
          const damaged = Uint8Array.from(DAMAGES[damage]?.(new TiffEditor(file), pick) ?? file);
          const [problem, ...others] = await checkEverywhere(damaged);
          expect(others).toEqual([problem, problem]);
          const seen = await readWholeTiff(damaged, images);
          // Only the headers are checked.
          if (seen !== 'undecodable')
            expect([damage, seen, problem]).toEqual([damage, seen, seen === 'whole' ? undefined : expect.any(String)]);
        },
      ),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  },
);
