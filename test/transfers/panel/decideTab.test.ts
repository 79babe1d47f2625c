import { decideTab } from '../../../src/transfers/panel/decideTab';

describe('the tab that shows', () => {
  it.each([
    ['none while both are empty', 0, 0, undefined, undefined],
    ['none while both are empty, whatever was chosen', 0, 0, 'uploads', undefined],
    ['the first with content', 2, 3, undefined, 'downloads'],
    ['the only one with content', 0, 3, undefined, 'uploads'],
    ['the chosen one while it has content', 2, 3, 'uploads', 'uploads'],
    ['the other one when the chosen one empties', 2, 0, 'uploads', 'downloads'],
    ['the other one when the chosen one empties', 0, 1, 'downloads', 'uploads'],
  ] as const)('is %s (%d downloads, %d uploads)', (_, downloads, uploads, choice, tab) => {
    expect(decideTab({ downloads: downloads > 0, uploads: uploads > 0 }, choice)).toBe(tab);
  });
});
