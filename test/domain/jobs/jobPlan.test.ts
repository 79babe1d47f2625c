import { planJob } from '../../../src/domain/jobs/jobPlan';
import { fileItem } from '../../../src/domain/listing/fileListing';

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
      { text: '1 unreadable image is skipped:', files: ['empty_S000001_L01_ch02.tif (empty)'] },
      {
        text: '1 duplicate image is skipped:',
        files: ['copy/A_S000001_L01_ch01.tif (A_S000001_L01_ch01.tif is used)'],
      },
      { text: '1 other file is skipped (no section and channel in the name):', files: ['notes.txt'] },
    ]);
  });

  it('uses the readable image of a section, not its empty duplicate', () => {
    const { summary, notes } = plan(['empty_S000001_L01_ch01.tif', 'z_S000001_L01_ch01.tif']);
    expect(summary).toBe('Runs on 1 image: 1 section, 1 channel.');
    expect(notes.slice(1)).toEqual([
      { text: '1 unreadable image is skipped:', files: ['empty_S000001_L01_ch01.tif (empty)'] },
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
    expect(plan([])).toEqual({
      canRun: false,
      summary: 'This dataset has no readable section images. Upload images first.',
      notes: [],
    });
    expect(plan(['empty_S000001_L01_ch01.tif'])).toMatchObject({
      canRun: false,
      notes: [{ text: '1 unreadable image is skipped:', files: ['empty_S000001_L01_ch01.tif (empty)'] }],
    });
  });
});
