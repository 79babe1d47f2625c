import { announceDownloads } from '../../../src/domain/downloads/announceDownloads';
import { aDownload } from '../../support/builders';

const preparing = (completedSize: number) => aDownload({ phase: 'preparing', totalSize: 100, completedSize });

describe('what a screen reader says of the downloads', () => {
  it.each([
    ['that one is queued: nothing', [], [aDownload()], undefined],
    ['that it is begun', [aDownload()], [preparing(0)], 'Preparing TC042.'],
    ['that it goes on after a reload', [], [preparing(60)], 'Preparing TC042.'],
    ['a percent: nothing', [preparing(25)], [preparing(26)], undefined],
    ['a quarter', [preparing(25)], [preparing(50)], '50% of TC042 prepared.'],
    ['all of it, which is not there yet: nothing', [preparing(80)], [preparing(100)], undefined],
    ['that it is ready', [preparing(80)], [aDownload({ phase: 'ready' })], 'TC042 is ready and about to be saved.'],
    ['that it has left the list: nothing', [aDownload({ phase: 'ready' })], [], undefined],
  ])('%s', (_, before, now, words) => {
    expect(announceDownloads(before, now)).toBe(words);
  });

  it('why a start failed, once', () => {
    const failed = aDownload({ failure: { kind: 'refused', status: 400, message: 'Too large' } });
    expect(announceDownloads([aDownload()], [failed])).toBe('TC042 failed: Request failed with Error Too large');
    expect(announceDownloads([failed], [{ ...failed }])).toBeUndefined();
  });
});
