import { planJob } from '../../../src/domain/jobs/jobPlan';
import { fileItem } from '../../../src/domain/listing/fileListing';

const expected = { sections: 3, channels: [1, 2] };

function plan(names: readonly string[]) {
  return planJob(
    names.map((name) => fileItem({ key: `acme/p/d/${name}`, size: name.includes('empty') ? 0 : 1 })),
    expected,
  );
}

describe('the plan of a job', () => {
  it('counts the images, sections and channels that the job runs on', () => {
    expect(plan(['A_S000001_L01_ch01.tif', 'A_S000002_L01_ch01.tif', 'A_S000002_L01_ch02.tif'])).toEqual({
      canRun: true,
      summary: 'Runs on 3 images: 2 sections, 2 channels.',
      notes: ['3 of 6 images are missing.'],
    });
  });

  it('says what is left out', () => {
    const { summary, notes } = plan([
      'A_S000001_L01_ch01.tif',
      'copy/A_S000001_L01_ch01.tif',
      'empty_S000001_L01_ch02.tif',
      'notes.txt',
    ]);
    expect(summary).toBe('Runs on 1 image: 1 section, 1 channel.');
    expect(notes).toEqual([
      '4 of 6 images are missing.',
      '1 unreadable image is left out.',
      '1 duplicate image is left out: one readable image of each section and channel is used.',
      '1 other file is left out: no section and channel in the name.',
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
      notes: ['1 unreadable image is left out.'],
    });
  });
});
