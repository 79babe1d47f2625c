import { pageTitle } from '@data-manager/domain/navigation/routePath';

describe('pageTitle', () => {
  it.each([
    [{ upload: false }, 'Projects – Data Manager'],
    [{ project: 'brains', upload: false }, 'brains – Data Manager'],
    [{ project: 'brains', dataset: 'TC042', upload: false }, 'TC042 – brains – Data Manager'],
    [{ project: 'brains', upload: true }, 'Upload into brains – Data Manager'],
    [{ project: 'brains', dataset: 'TC042', upload: true }, 'Upload into TC042 – brains – Data Manager'],
  ])('pageTitle of %j names dataset and project, the nearest first', (place, title) => {
    expect(pageTitle(place)).toBe(title);
  });

  it('isolates right-to-left names from the rest of the title', () => {
    expect(pageTitle({ project: 'gpj.\u202eexe', upload: false })).not.toContain('\u202e');
  });
});
