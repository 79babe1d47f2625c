import fc from 'fast-check';
import { planJob as planWithMarks } from '@data-manager/domain/jobs/jobPlan';
import { fileItem, type FileEntry } from '@data-manager/domain/listing/fileListing';
import { sentenceText } from '@data-manager/domain/names/shownName';
import {
  FIRST_SCANS,
  LATEST_SCANS,
  latestScan,
  type DuplicateImages,
  type ImageChoice,
} from '@data-manager/domain/scans/imageChoice';
import { omit } from '@data-manager/lib/omit';

const expected = { sections: 3, channels: [1, 2] };

/** Plans a job, with the names as they are shown. */
function planJob(...given: Parameters<typeof planWithMarks>) {
  const planned = planWithMarks(...given);
  return { ...planned, notes: planned.notes.map(({ text, files }) => ({ text, files: files.map(sentenceText) })) };
}

function plan(names: readonly string[]) {
  return planJob(
    names.map((name) => fileItem({ key: `acme/p/d/${name}`, size: name.includes('empty') ? 0 : 1 })),
    'acme/p/d',
    expected,
  );
}

describe('the plan of a job', () => {
  it('counts the images, sections and channels that the job runs on', () => {
    expect(plan(['A_S000001_L01_ch01.tif', 'A_S000002_L01_ch01.tif', 'A_S000002_L01_ch02.tif'])).toEqual({
      canRun: true,
      summary: 'Runs on 3 images: 2 sections, 2 channels.',
      notes: [{ text: '3 of 6 images are missing.', files: [] }],
      duplicates: [],
      use: [],
    });
  });

  it('skips images of other datasets, which are no scans of the dataset’s', () => {
    const names = ['d_S000001', 'd_S000002', 'e_S000001', 'e_S000003'].map((name) => `${name}_L01_ch01.tif`);
    const files = names.map((name) => fileItem({ key: `acme/p/d/${name}`, size: 1 }));
    const dataset = { dataset: 'd' };
    expect(planJob(files, 'acme/p/d', { sections: 3, channels: [1], dataset })).toEqual({
      canRun: true,
      summary: 'Runs on 2 images: 2 sections, 1 channel.',
      notes: [
        { text: '1 of 3 images is missing.', files: [] },
        { text: '2 images of another dataset are left out:', files: names.slice(2) },
      ],
      duplicates: [],
      use: [],
    });
  });

  it('names the files that are left out with the reasons', () => {
    const { summary, notes } = plan([
      'A_S000001_L01_ch01.tif',
      'copy/A_S000001_L01_ch01.tif',
      'empty_S000001_L01_ch02.tif',
      'notes.txt',
    ]);
    expect(summary).toBe('Runs on 1 image: 1 section, 1 channel.');
    expect(notes).toEqual([
      { text: '4 of 6 images are missing.', files: [] },
      { text: '1 damaged image is left out:', files: ['empty_S000001_L01_ch02.tif (empty)'] },
      {
        text: '1 other scan is left out:',
        files: ['copy/A_S000001_L01_ch01.tif (A_S000001_L01_ch01.tif is used)'],
      },
      { text: '1 other file is left out (no section and channel in the name):', files: ['notes.txt'] },
    ]);
  });

  it('uses the readable image of a section, not its empty duplicate', () => {
    const { summary, notes } = plan(['empty_S000001_L01_ch01.tif', 'z_S000001_L01_ch01.tif']);
    expect(summary).toBe('Runs on 1 image: 1 section, 1 channel.');
    expect(notes.slice(1)).toEqual([
      { text: '1 damaged image is left out:', files: ['empty_S000001_L01_ch01.tif (empty)'] },
    ]);
  });

  it('skips the duplicate with the later key, as the server does', () => {
    const { notes } = plan(['B_S000001_L01_ch01.tif', 'A_S000001_L01_ch01.tif']);
    expect(notes[1]?.files).toEqual(['B_S000001_L01_ch01.tif (A_S000001_L01_ch01.tif is used)']);
  });

  it('names the first five files of a long list', () => {
    const { notes } = plan(Array.from({ length: 8 }, (_, index) => `notes${index}.txt`));
    expect(notes[0]?.files).toEqual([
      'notes0.txt',
      'notes1.txt',
      'notes2.txt',
      'notes3.txt',
      'notes4.txt',
      'and 3 more',
    ]);
  });

  it('can’t run without a readable section image', () => {
    expect(plan([])).toMatchObject({
      canRun: false,
      summary: 'This dataset has no readable section images. Upload images first.',
      notes: [],
    });
    expect(plan(['empty_S000001_L01_ch01.tif'])).toMatchObject({
      canRun: false,
      notes: [{ text: '1 damaged image is left out:', files: ['empty_S000001_L01_ch01.tif (empty)'] }],
    });
  });
});

describe('the choice among images of the same section, layer and channel', () => {
  // Uploaded after its rescan.
  const original = {
    key: 'acme/p/d/A_S000001_L01_ch01.tif',
    size: 1,
    modified: '2030-11-26T00:00:00Z',
    lastModified: '2030-11-30T12:00:00Z',
  };
  const rescan = {
    key: 'acme/p/d/rescan/A_S000001_L01_ch01.tif',
    size: 1,
    modified: '2030-11-29T00:00:00Z',
    lastModified: '2030-11-30T11:00:00Z',
  };
  const place = '1 1 1';
  const use = ['rescan/A_S000001_L01_ch01.tif'];

  it.each<[string, ImageChoice, readonly FileEntry[], DuplicateImages['reason'], readonly string[]]>([
    ['the rescan, although the original was uploaded later', LATEST_SCANS, [rescan, original], 'latest', use],
    ['the first by key', FIRST_SCANS, [rescan, original], 'first', []],
    ['the picked image', pick('A_S000001_L01_ch01.tif'), [rescan, original], 'picked', []],
    ['the latest scan if the picked image was deleted', pick('gone.tif'), [rescan, original], 'latest', use],
    ['the first by key if a date is not known', LATEST_SCANS, [omit(rescan, 'modified'), original], 'undated', []],
    ['the first by key if a date is malformed', LATEST_SCANS, [{ ...rescan, modified: '' }, original], 'undated', []],
    [
      'the first by key if the dates are equal',
      LATEST_SCANS,
      [{ ...original, key: rescan.key }, original],
      'undated',
      [],
    ],
    ['the picked image if no date is known', pick(use[0]), [omit(rescan, 'modified'), original], 'picked', use],
  ])('a job uses %s', (_what, choice, files, reason, named) => {
    const result = planJob(files.map(fileItem), 'acme/p/d', expected, choice);
    const label = 'Section 1, layer 1, channel 1';
    expect(result.duplicates).toMatchObject([
      { place, label, reason, images: [{ path: original.key }, { path: rescan.key }] },
    ]);
    expect(result.use).toEqual(named);
    expect(result.notes.map(({ text }) => text)).toEqual(['5 of 6 images are missing.']);
  });

  function pick(path = ''): ImageChoice {
    return { rule: 'latest', picked: { [place]: path } };
  }
});

test('the latest scan does not depend on the order of the images, and is none if a date is not known', () => {
  const dates = fc.option(fc.date({ noInvalidDate: true }), { nil: undefined });
  fc.assert(
    fc.property(fc.uniqueArray(dates, { minLength: 2, selector: Number }), (all) => {
      const images = all.map((date, index) =>
        fileItem({ key: `a/${String(index)}`, size: 1, ...(date && { modified: date.toISOString() }) }),
      );
      const latest = Math.max(...all.map((date) => date?.getTime() ?? Number.NaN));
      const found = latestScan(images);
      expect(Date.parse(found?.modified ?? '')).toBe(latest);
      expect(latestScan(images.toReversed())).toBe(found);
    }),
  );
});
