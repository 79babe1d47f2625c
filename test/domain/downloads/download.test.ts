import { downloadPercent, withAgedLink } from '../../../src/domain/downloads/download';
import { aDownload } from '../../support/builders';

describe('the progress of a download', () => {
  it.each([
    ['0 while it is queued', aDownload(), 0],
    ['at least 1 once the server has taken it', aDownload({ phase: 'preparing' }), 1],
    ['rounded down', aDownload({ phase: 'preparing', completedSize: 999, totalSize: 1_000 }), 99],
    ['at most 100', aDownload({ phase: 'preparing', completedSize: 3, totalSize: 2 }), 100],
    ['1 of an archive without bytes', aDownload({ phase: 'preparing', completedSize: 0, totalSize: 0 }), 1],
    ['100 when it is ready', aDownload({ phase: 'ready' }), 100],
    [
      '100 while the server is asked for a fresh link to what was ready',
      withAgedLink(aDownload({ phase: 'ready' })),
      100,
    ],
  ])('is %s', (_, item, percent) => {
    expect(downloadPercent(item)).toBe(percent);
  });
});
