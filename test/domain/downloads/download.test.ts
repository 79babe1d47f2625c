import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  archiveShortage,
  downloadPercent,
  expireUrl,
  isDownloadOf,
  isSameDownload,
  nextDownload,
} from '@data-manager/domain/downloads/download';
import { hashOfPaths, zipName } from '@data-manager/domain/downloads/zipName';
import { omit } from '@data-manager/lib/omit';
import { aDownload, anOwner } from '../../support/builders';

describe('zipName', () => {
  it.each([
    ['acme/brains/TC042', false, 'acme-brains-TC042.zip'],
    ['acme/brains/TC042', true, 'downsampled_acme-brains-TC042.zip'],
    [['acme/b/2', 'acme/b/1'], false, `files_${hashOfPaths(['acme/b/1', 'acme/b/2'])}.zip`],
    [['acme/b/1'], true, `downsampled_files_${hashOfPaths(['acme/b/1'])}.zip`],
  ])('names the archive of %j (downsampled: %s) %s', (path, downsampled, name) => {
    expect(zipName(path, downsampled)).toBe(name);
  });
});

it('hashOfPaths returns the MD5 of the paths, sorted by code unit and joined with commas', () => {
  const paths = ['acme/b', 'acme/B', 'acme/ä', 'acme/10', 'acme/9', 'acme/\u{1F9E0}', 'acme/\uFFFD'];
  const sorted = ['acme/10', 'acme/9', 'acme/B', 'acme/b', 'acme/ä', 'acme/\u{1F9E0}', 'acme/\uFFFD'];
  expect(hashOfPaths(paths)).toBe(createHash('md5').update(sorted.join(',')).digest('hex'));
});

it('hashOfPaths does not depend on the order of the paths and does not change them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (paths) => {
      const before = [...paths];
      expect(hashOfPaths([...paths].reverse())).toBe(hashOfPaths(paths));
      expect(paths).toEqual(before);
    }),
  );
});

describe('isSameDownload', () => {
  it.each([
    ['finds two downloads of a folder equal', { path: 'acme/a' }, { path: 'acme/a' }, true],
    ['distinguishes two folders', { path: 'acme/a' }, { path: 'acme/b' }, false],
    ['distinguishes downsampled from full size', { path: 'acme/a' }, { path: 'acme/a', downsampled: true }, false],
    ['finds sets of files equal by hash', { path: ['a', 'b'], hash: 'h' }, { path: ['b', 'a'], hash: 'h' }, true],
    ['distinguishes sets of files by hash', { path: ['a'], hash: 'h' }, { path: ['b'], hash: 'i' }, false],
    ['distinguishes a folder from a set of files', { path: 'acme/a' }, { path: ['acme/a'], hash: 'h' }, false],
  ])('%s', (_, left, right, same) => {
    expect(isSameDownload(aDownload(left), aDownload(right))).toBe(same);
    expect(isSameDownload(aDownload(right), aDownload(left))).toBe(same);
  });
});

it('isDownloadOf accepts only the user who requested the download', () => {
  expect(isDownloadOf(aDownload(), anOwner())).toBe(true);
  expect(isDownloadOf(aDownload(), anOwner({ userId: 'user-2' }))).toBe(false);
  expect(isDownloadOf(aDownload(), anOwner({ sponsorId: 'globex' }))).toBe(false);
  expect(isDownloadOf(aDownload(), undefined)).toBe(false);
});

it('isDownloadOf accepts every user of the sponsor if the download was stored without a user', () => {
  const older = aDownload({ userId: '' });
  expect(isDownloadOf(older, anOwner({ userId: 'user-2' }))).toBe(true);
  expect(isDownloadOf(older, anOwner({ sponsorId: 'globex' }))).toBe(false);
});

it('nextDownload prefers the active download to queued ones', () => {
  const preparing = aDownload({ id: 'p', phase: 'preparing' });
  expect(nextDownload([aDownload(), preparing])).toBe(preparing);
});

it('nextDownload skips downloads that failed or are being cancelled', () => {
  const failed = aDownload({ id: 'f', phase: 'failed' });
  const cancelling = aDownload({ id: 'c', phase: 'cancelling' });
  expect(nextDownload([failed, cancelling])).toBeUndefined();
  expect(nextDownload([failed, cancelling, aDownload()])?.id).toBe('download-1');
});

it('expireUrl turns a ready download into a preparing one without a URL', () => {
  expect(expireUrl(aDownload({ phase: 'ready' }))).toEqual(aDownload({ phase: 'preparing', urlExpired: true }));
});

it('expireUrl keeps the URL of a download without an id, for which no other can be requested', () => {
  const older = omit(aDownload({ phase: 'ready' }), 'downloadId');
  expect(expireUrl(older)).toBe(older);
});

it('expireUrl leaves downloads without a URL unchanged', () => {
  const queued = aDownload();
  expect(expireUrl(queued)).toBe(queued);
});

it.each([
  ['0 for a queued download', aDownload(), 0],
  ['at least 1 once the server has begun', aDownload({ phase: 'preparing' }), 1],
  ['a rounded-down number', aDownload({ phase: 'preparing', completedSize: 999, totalSize: 1_000 }), 99],
  ['at most 100', aDownload({ phase: 'preparing', completedSize: 3, totalSize: 2 }), 100],
  ['1 for an archive of 0 bytes', aDownload({ phase: 'preparing', completedSize: 0, totalSize: 0 }), 1],
  ['100 for a ready archive', aDownload({ phase: 'ready' }), 100],
  ['100 for a ready archive whose URL expired', aDownload({ phase: 'preparing', urlExpired: true }), 100],
  ['the last progress while cancelling', aDownload({ phase: 'cancelling', completedSize: 1, totalSize: 2 }), 50],
])('downloadPercent returns %s', (_, item, percent) => {
  expect(downloadPercent(item)).toBe(percent);
});

it('archiveShortage counts the distinct files of the request', () => {
  expect(archiveShortage({ path: ['a', 'b', 'b'], totalFiles: 1 })).toEqual({ requested: 2, packed: 1 });
  expect(archiveShortage({ path: ['a', 'b', 'b'], totalFiles: 2 })).toBeUndefined();
});

it('archiveShortage reports nothing for a folder, whose number of files is unknown', () => {
  expect(archiveShortage({ path: 'acme/a', totalFiles: 0 })).toBeUndefined();
});
