import type { SectionImage } from '../../../src/domain/completeness/completeness';
import type { DatasetMetadata } from '../../../src/domain/metadata/dataset';
import { judgeMosaic } from '../../../src/domain/mosaic/mosaicImport';
import { mosaicNotes } from '../../../src/domain/mosaic/mosaicNotes';
import { aMosaicContext, mosaicOf } from '../../support/mosaic';

function notesOn(text: string, images: readonly SectionImage[], current: Partial<DatasetMetadata> = {}) {
  const mosaic = mosaicOf(text);
  const context = aMosaicContext({ current });
  return mosaicNotes(mosaic, judgeMosaic(mosaic, context), context, images);
}

/** Images of all sections from `first` to `last` in each of the channels. */
function images(first: number, last: number, channels: readonly number[]): readonly SectionImage[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((section) =>
    channels.map((channel) => ({ section, layer: 1, channel })),
  );
}

describe('the notes on an import', () => {
  it('are none where the files agree with the mosaic, or where there are none', () => {
    const text = 'sections:300\nchannels:2';
    expect(notesOn(text, images(1, 300, [1, 2]))).toEqual([]);
    expect(notesOn(text, images(0, 299, [2, 1]))).toEqual([]);
    expect(notesOn(text, [])).toEqual([]);
  });

  it('tell of sections above those of the mosaic', () => {
    const words = 'The mosaic says 300 sections; the files here go up to 312: 12 sections would count as too many.';
    expect(notesOn('sections:300', images(1, 312, [1]))).toEqual([words]);
    const fromZero =
      'The mosaic says 300 sections; the files here go from 0 to 300: 1 section would count as too many.';
    expect(notesOn('sections:300', images(0, 300, [1]))).toEqual([fromZero]);
  });

  it('tell of sections that are not here', () => {
    const words =
      'The mosaic says 300 sections; the files here go up to 280: the last 20 sections would count as missing.';
    expect(notesOn('sections:300', images(1, 280, [1]))).toEqual([words]);
    expect(notesOn('sections:300', images(0, 298, [1]))).toEqual([
      words.replace('up to 280', 'from 0 to 298').replace('20 sections', '1 section'),
    ]);
  });

  it.each([
    [1, [1, 2], 'The mosaic says 1 channel; the files here are of ch01, ch02.'],
    [3, [1, 2], 'The mosaic says 3 channels; the files here are of ch01, ch02.'],
    [2, [1, 4], 'The mosaic says 2 channels; the files here are of ch01, ch04.'],
    [2, [0, 1], 'The mosaic says 2 channels; the files here are of ch00, ch01.'],
  ])('tell that %d channels are not those of the files: %j', (count, channels, words) => {
    expect(notesOn(`channels:${count}`, images(1, 2, channels))).toEqual([words]);
  });

  it('say nothing of files where the mosaic’s own number is left out', () => {
    expect(notesOn('sections:0\nchannels:many\nchannel_1_name:red', images(1, 5, [1, 2]))).toEqual([]);
  });

  it('tell that the dataset would get another name', () => {
    const words =
      'The mosaic is of “K102”, this dataset is “TC042”: saving the import renames it. Is it the right file?';
    expect(notesOn('san_name:K102', [], { dataset: 'TC042' })).toEqual([words]);
    expect(notesOn('san_name:K102', [], { dataset: 'K102' })).toEqual([]);
    expect(notesOn('san_name:K102', [])).toEqual([]);
  });

  it('tell what an older spelling says otherwise', () => {
    expect(notesOn('xRes_um:1\nxres:2\nsection_depth:5\nsectionres:5\ncomments:\nDescription:a', [])).toEqual([
      '“xres” says “2”; the newer “xRes_um” counts.',
    ]);
  });
});
