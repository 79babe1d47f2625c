import type { SectionImage } from '@data-manager/domain/completeness/sectionImage';
import { importMosaic } from '@data-manager/domain/mosaic/mosaicImport';
import { mosaicNotes } from '@data-manager/domain/mosaic/mosaicNotes';
import { aMosaicContext, mosaicOf } from '../../support/mosaic';

function notesOf(text: string, images: readonly SectionImage[]) {
  const mosaic = mosaicOf(text);
  return mosaicNotes(mosaic, importMosaic(mosaic, aMosaicContext()), images);
}

/** Images of all sections from `first` to `last` in each channel. */
function images(first: number, last: number, channels: readonly number[]): readonly SectionImage[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((section) =>
    channels.map((channel) => ({ section, layer: 1, channel })),
  );
}

it('mosaicNotes returns nothing if the files match the mosaic or there are no files', () => {
  const text = 'sections:300\nchannels:2';
  expect(notesOf(text, images(1, 300, [1, 2]))).toEqual([]);
  expect(notesOf(text, images(0, 299, [2, 1]))).toEqual([]);
  expect(notesOf(text, [])).toEqual([]);
});

it.each([
  [1, 312, { lastInFiles: 312, startsAtZero: false, extra: 12 }],
  [0, 300, { lastInFiles: 300, startsAtZero: true, extra: 1 }],
  [1, 280, { lastInFiles: 280, startsAtZero: false, extra: -20 }],
  [0, 298, { lastInFiles: 298, startsAtZero: true, extra: -1 }],
])('mosaicNotes reports that the files have sections %i to %i instead of 300', (first, last, expected) => {
  expect(notesOf('sections:300', images(first, last, [1]))).toEqual([
    { kind: 'sectionsDiffer', inMosaic: 300, ...expected },
  ]);
});

it.each([
  [1, [1, 2]],
  [3, [1, 2]],
  [2, [1, 4]],
  [2, [0, 1]],
])('mosaicNotes reports that the files do not have %d channels but %j', (count, channels) => {
  expect(notesOf(`channels:${count}`, images(1, 2, channels))).toEqual([
    { kind: 'channelsDiffer', inMosaic: count, inFiles: channels },
  ]);
});

it('mosaicNotes compares no rejected number with the files', () => {
  expect(notesOf('sections:0\nchannels:many\nchannel_1_name:red', images(1, 5, [1, 2]))).toEqual([]);
});

it('mosaicNotes reports an older spelling with a different value', () => {
  expect(notesOf('xRes_um:1\nxres:2\nsection_depth:5\nsectionres:5\ncomments:\nDescription:a', [])).toEqual([
    { kind: 'spellingsDiffer', ignored: 'xres', value: '2', used: 'xRes_um' },
  ]);
});
