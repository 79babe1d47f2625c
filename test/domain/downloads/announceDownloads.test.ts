import { announceDownloads } from '@data-manager/domain/downloads/announceDownloads';
import { sentenceText } from '@data-manager/domain/names/shownName';
import { aDownload } from '../../support/builders';

const preparing = (completedSize: number) => aDownload({ phase: 'preparing', totalSize: 100, completedSize });

it.each([
  ['nothing for a queued download', [], [aDownload()], undefined],
  ['the start', [aDownload()], [preparing(0)], 'Preparing TC042.'],
  ['a download restored after a reload', [], [preparing(60)], 'Preparing TC042.'],
  ['nothing for one percent more', [preparing(25)], [preparing(26)], undefined],
  ['each quarter', [preparing(25)], [preparing(50)], '50% of TC042 prepared.'],
  ['nothing at 100% before the archive is ready', [preparing(80)], [preparing(100)], undefined],
  ['that it is ready', [preparing(80)], [aDownload({ phase: 'ready' })], 'The archive of TC042 is ready. Saving…'],
  ['nothing when it leaves the list', [aDownload({ phase: 'ready' })], [], undefined],
])('announceDownloads announces %s', (_, before, now, text) => {
  expect(sentenceText(announceDownloads(before, now) ?? '')).toBe(text ?? '');
});

it('announceDownloads announces the reason for a failed start once', () => {
  const failed = aDownload({ phase: 'failed', failure: { kind: 'refused', status: 400, message: 'Too large' } });
  expect(sentenceText(announceDownloads([aDownload()], [failed]) ?? '')).toBe(
    'TC042 failed: Request failed with Error Too large',
  );
  expect(announceDownloads([failed], [{ ...failed }])).toBeUndefined();
});
