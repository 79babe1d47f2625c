import type { UnknownAction } from '@reduxjs/toolkit';
import type { DownloadItem } from '@data-manager/domain/downloads/download';
import * as downloads from '../../../src/transfers/downloads/downloadsSlice';
import { aDownload } from '../../support/builders';

const id = 'download-1';
const failure = { kind: 'unreachable' } as const;
describe('the download list', () => {
  const reduce = (items: readonly DownloadItem[], event: UnknownAction): readonly DownloadItem[] =>
    downloads.downloadsReducer({ items }, event).items;

  it('adds a folder twice only if the downsampled flag differs', () => {
    const other = aDownload({ id: 'other' });
    expect(reduce([aDownload()], downloads.downloadQueued({ item: other }))).toHaveLength(1);
    const downsampled = aDownload({ id: 'other', downsampled: true });
    expect(reduce([aDownload()], downloads.downloadQueued({ item: downsampled }))).toHaveLength(2);
  });

  it('does not add a set of files twice, regardless of their order', () => {
    const first = aDownload({ path: ['acme/b/1', 'acme/b/2'], hash: 'h' });
    const again = aDownload({ id: 'other', path: ['acme/b/2', 'acme/b/1'], hash: 'h' });
    expect(reduce([first], downloads.downloadQueued({ item: again }))).toEqual([first]);
  });

  it('adds the same folder for each user', () => {
    const item = aDownload({ id: 'other', userId: 'user-2' });
    expect(reduce([aDownload()], downloads.downloadQueued({ item }))).toHaveLength(2);
  });

  it('keeps known sizes and clears the last poll error when the server reports progress', () => {
    const item = aDownload({ phase: 'preparing', totalSize: 100, lastPollError: failure });
    expect(reduce([item], downloads.progressReceived({ id, completedSize: 7 }))).toEqual([
      aDownload({ phase: 'preparing', totalSize: 100, completedSize: 7 }),
    ]);
  });

  it('is replaced by a restored list', () => {
    const restored = [aDownload({ id: 'restored' })];
    expect(reduce([aDownload()], downloads.downloadsRestored({ items: restored }))).toEqual(restored);
  });
});
