import { isDownloadOf, nextDownload, sameDownload } from '../../../src/domain/downloads/downloadQueue';
import { aDownload, anOwner } from '../../support/builders';

describe('two downloads', () => {
  it.each([
    ['of one folder are the same', { path: 'acme/a' }, { path: 'acme/a' }, true],
    ['of two folders differ', { path: 'acme/a' }, { path: 'acme/b' }, false],
    ['differ by the downsampled flag', { path: 'acme/a' }, { path: 'acme/a', downsampled: true }, false],
    ['of the same files are the same by hash', { path: ['a', 'b'], hash: 'h' }, { path: ['b', 'a'], hash: 'h' }, true],
    ['of other files differ', { path: ['a'], hash: 'h' }, { path: ['b'], hash: 'i' }, false],
    ['of a folder and of files differ', { path: 'acme/a' }, { path: ['acme/a'], hash: 'h' }, false],
  ])('%s', (_, left, right, same) => {
    expect(sameDownload(aDownload(left), aDownload(right))).toBe(same);
    expect(sameDownload(aDownload(right), aDownload(left))).toBe(same);
  });
});

describe('an item belongs', () => {
  it('to the person who asked for it and nobody else', () => {
    expect(isDownloadOf(aDownload(), anOwner())).toBe(true);
    expect(isDownloadOf(aDownload(), anOwner({ userId: 'user-2' }))).toBe(false);
    expect(isDownloadOf(aDownload(), anOwner({ sponsorId: 'globex' }))).toBe(false);
    expect(isDownloadOf(aDownload(), undefined)).toBe(false);
  });

  it('to every user of its sponsor if it is older than the user field', () => {
    const older = aDownload({ userId: '' });
    expect(isDownloadOf(older, anOwner({ userId: 'user-2' }))).toBe(true);
    expect(isDownloadOf(older, anOwner({ sponsorId: 'globex' }))).toBe(false);
  });
});

describe('the item to drive', () => {
  it('is the active one before any that is queued', () => {
    const preparing = aDownload({ id: 'p', phase: 'preparing' });
    expect(nextDownload([aDownload(), preparing])).toBe(preparing);
  });

  it('is never one that failed or is being cancelled', () => {
    const failed = aDownload({ id: 'f', phase: 'failed' });
    const cancelling = aDownload({ id: 'c', phase: 'preparing', cancelling: true });
    expect(nextDownload([failed, cancelling])).toBeUndefined();
    expect(nextDownload([failed, cancelling, aDownload()])?.id).toBe('download-1');
  });
});
