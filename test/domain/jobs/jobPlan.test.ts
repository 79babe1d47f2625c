import { planJob, type ImageChoice } from '@data-manager/domain/jobs/jobPlan';
import { fileItem } from '@data-manager/domain/listing/fileListing';
import { omit } from '@data-manager/lib/omit';

const expected = { sections: 3, channels: [1, 2] };

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

  it('names the skipped files with the reasons', () => {
    const { summary, notes } = plan([
      'A_S000001_L01_ch01.tif',
      'copy/A_S000001_L01_ch01.tif',
      'empty_S000001_L01_ch02.tif',
      'notes.txt',
    ]);
    expect(summary).toBe('Runs on 1 image: 1 section, 1 channel.');
    expect(notes).toEqual([
      { text: '4 of 6 images are missing.', files: [] },
      { text: '1 damaged image is skipped:', files: ['empty_S000001_L01_ch02.tif (empty)'] },
      {
        text: '1 other scan is skipped:',
        files: ['copy/A_S000001_L01_ch01.tif (A_S000001_L01_ch01.tif is used)'],
      },
      { text: '1 other file is skipped (no section and channel in the name):', files: ['notes.txt'] },
    ]);
  });

  it('uses the readable image of a section, not its empty duplicate', () => {
    const { summary, notes } = plan(['empty_S000001_L01_ch01.tif', 'z_S000001_L01_ch01.tif']);
    expect(summary).toBe('Runs on 1 image: 1 section, 1 channel.');
    expect(notes.slice(1)).toEqual([
      { text: '1 damaged image is skipped:', files: ['empty_S000001_L01_ch01.tif (empty)'] },
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
      notes: [{ text: '1 damaged image is skipped:', files: ['empty_S000001_L01_ch01.tif (empty)'] }],
    });
  });
});

describe('the choice among images of the same section, layer and channel', () => {
  const old = { key: 'acme/p/d/A_S000001_L01_ch01.tif', size: 1, lastModified: '2030-01-01T00:00:00Z' };
  const rescan = { key: 'acme/p/d/rescan/A_S000001_L01_ch01.tif', size: 1, lastModified: '2030-01-02T00:00:00Z' };
  const place = '1 1 1';

  it.each<[string, ImageChoice, boolean, string, readonly string[]]>([
    ['the latest', { rule: 'latest', picked: new Map() }, true, rescan.key, ['rescan/A_S000001_L01_ch01.tif']],
    ['the first by key', { rule: 'first', picked: new Map() }, true, old.key, []],
    ['the picked one', { rule: 'latest', picked: new Map([[place, old.key]]) }, true, old.key, []],
    [
      'the latest if the picked one was deleted',
      { rule: 'latest', picked: new Map([[place, 'acme/p/d/gone.tif']]) },
      true,
      rescan.key,
      ['rescan/A_S000001_L01_ch01.tif'],
    ],
    ['the first if no time is known', { rule: 'latest', picked: new Map() }, false, old.key, []],
  ])('uses %s', (_what, choice, hasTimes, used, use) => {
    const files = [rescan, old].map((entry) => fileItem(hasTimes ? entry : omit(entry, 'lastModified')));
    const result = planJob(files, 'acme/p/d', expected, choice);
    expect(result.duplicates).toMatchObject([
      {
        place,
        label: 'Section 1, layer 1, channel 1',
        images: [{ path: old.key }, { path: rescan.key }],
        used: { path: used },
      },
    ]);
    expect(result.use).toEqual(use);
    expect(result.notes.map(({ text }) => text)).toEqual(['5 of 6 images are missing.']);
  });
});
