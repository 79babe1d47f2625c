import fc from 'fast-check';
import {
  comparedSize,
  matchFiles as matchFilesInPieces,
  uploadRelativePath,
  type ChosenFile,
  type ComparedFile,
} from '@data-manager/domain/compare/comparedFiles';
import type { FileEntry, FileListing } from '@data-manager/domain/listing/fileListing';
import { uploadKey, uploadName } from '@data-manager/domain/uploads/uploadKey';
import { aListing } from '../../support/builders';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';
const DATASET = 'acme/brains/TC042';

/** Without pauses. */
function matchFiles(files: readonly ChosenFile[], listing: FileListing, path: string) {
  return matchFilesInPieces(files, listing, path, () => Promise.resolve());
}

function chosen(path: string, size = 1) {
  const relativePath = path.includes('/') ? path : '';
  return { file: { name: path.split('/').at(-1) ?? '' }, relativePath, size, lastModified: 0 };
}

function listed(...entries: readonly FileEntry[]): FileListing {
  return aListing(entries);
}

function groupsOf(rows: readonly ComparedFile[]) {
  return rows.map(({ key, group, reason }) => [key, group, ...(reason === undefined ? [] : [reason])]);
}

describe('matchFiles', () => {
  it('gives files the keys of an upload, without a top folder of the name of the dataset', async () => {
    const { rows } = await matchFiles([chosen('TC042/a.tif'), chosen('other/a.tif')], listed(), DATASET);
    expect(groupsOf(rows)).toEqual([
      [`${DATASET}/a.tif`, 'onlyLocal'],
      [`${DATASET}/other/a.tif`, 'onlyLocal'],
    ]);
  });

  it('omits the name of the chosen folder if more of its files are then on the server', async () => {
    const files = ['raw/a.tif', 'raw/b.tif', 'raw/deep/c.tif'].map((name) => chosen(name));
    const below = (...names: readonly string[]) =>
      listed(...names.map((name) => ({ key: `${DATASET}/${name}`, size: 2, etag: MD5 })));
    const keys = async (server: FileListing) => (await matchFiles(files, server, DATASET)).rows.map(({ key }) => key);
    expect(await keys(below('a.tif', 'deep/c.tif', 'raw/b.tif'))).toEqual(
      ['a.tif', 'b.tif', 'deep/c.tif', 'raw/b.tif'].map((name) => `${DATASET}/${name}`),
    );
    expect((await keys(below('a.tif', 'raw/a.tif'))).slice(0, 3)).toEqual(
      ['raw/a.tif', 'raw/b.tif', 'raw/deep/c.tif'].map((name) => `${DATASET}/${name}`),
    );
  });

  it('compares names in NFC, regardless of the form that the disk or the server uses', async () => {
    const entry = { key: `${DATASET}/Mu\u0308ller.tif`, size: 1, etag: MD5 };
    const { rows, pending } = await matchFiles([chosen('M\u00fcller.tif')], listed(entry), DATASET);
    expect(rows).toEqual([]);
    expect(pending.map(({ server }) => server)).toEqual([entry]);
  });

  it('separates files of different sizes, and of the same size with and without a usable checksum', async () => {
    const server = listed(
      { key: `${DATASET}/same.tif`, size: 1, etag: MD5 },
      { key: `${DATASET}/size.tif`, size: 2, etag: MD5 },
      { key: `${DATASET}/none.tif`, size: 1 },
      { key: `${DATASET}/odd.tif`, size: 1, etag: 'odd' },
      { key: `${DATASET}/server.tif`, size: 1, etag: MD5 },
    );
    const files = ['same.tif', 'size.tif', 'none.tif', 'odd.tif', 'local.tif'].map((name) => chosen(name));
    const { rows, pending } = await matchFiles(files, server, DATASET);
    expect(pending.map(({ key }) => key)).toEqual([`${DATASET}/same.tif`]);
    expect(groupsOf(rows)).toEqual([
      [`${DATASET}/size.tif`, 'different', 'size'],
      [`${DATASET}/none.tif`, 'notComparable', 'no-checksum'],
      [`${DATASET}/odd.tif`, 'notComparable', 'no-checksum'],
      [`${DATASET}/local.tif`, 'onlyLocal'],
      [`${DATASET}/server.tif`, 'onlyServer'],
    ]);
  });

  it('ignores system files and folder markers, and files outside of the path', async () => {
    const server = listed(
      { key: `${DATASET}/empty/`, size: 0 },
      { key: `${DATASET}/.DS_Store`, size: 1 },
      { key: `${DATASET}2/a.tif`, size: 1 },
    );
    const result = await matchFiles([chosen('TC042/.DS_Store')], server, DATASET);
    expect(result).toEqual({ rows: [], pending: [], systemFiles: 1 });
  });

  it('the checksum files of a download are left out, unless the server has them', async () => {
    const files = ['MD5SUMS', 'SHA256SUMS', 'SHA256SUMS (2)', 'a.md5'].map((name) => chosen(`TC042/${name}`));
    const server = listed({ key: `${DATASET}/MD5SUMS`, size: 2, etag: MD5 });
    const { rows } = await matchFiles(files, server, DATASET);
    expect(groupsOf(rows)).toEqual([
      [`${DATASET}/MD5SUMS`, 'different', 'size'],
      [`${DATASET}/a.md5`, 'onlyLocal'],
    ]);
  });

  it('does not compare a second file with the same key', async () => {
    const files = [chosen('a.tif'), chosen('TC042/a.tif')];
    const { rows, pending } = await matchFiles(files, listed({ key: `${DATASET}/a.tif`, size: 1, etag: MD5 }), DATASET);
    expect(pending).toHaveLength(1);
    expect(groupsOf(rows)).toEqual([[`${DATASET}/a.tif`, 'notComparable', 'duplicate']]);
  });

  it('puts every file of either side into exactly one row or pair', async () => {
    const name = fc.constantFrom('a.tif', 'b.tif', 'TC042/a.tif', 'TC042/raw/c.tif', 'raw/c.tif', 'x/d.tif');
    const local = fc.record({ name, size: fc.nat(2) }).map(({ name, size }) => chosen(name, size));
    const entry = fc
      .record({
        name: fc.constantFrom('a.tif', 'b.tif', 'raw/c.tif', 'x/d.tif', 'e.tif'),
        size: fc.nat(2),
        etag: fc.constantFrom(MD5, 'odd'),
      })
      .map(({ name, ...rest }) => ({ key: `${DATASET}/${name}`, ...rest }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(local),
        fc.uniqueArray(entry, { selector: ({ key }) => key }),
        async (files, entries) => {
          const { rows, pending } = await matchFiles(files, listed(...entries), DATASET);
          const both = [...rows, ...pending];
          const indexes = both.flatMap((row) => row.local?.index ?? []);
          expect([...indexes].sort((left, right) => left - right)).toEqual([...files.keys()]);
          expect(
            both
              .flatMap((row) => row.server ?? [])
              .map(({ key }) => key)
              .sort(),
          ).toEqual(entries.map(({ key }) => key).sort());
          for (const { local: file, server } of pending) expect(file.size).toBe(server.size);
          // Nothing is identical before its content is compared.
          expect(rows.filter(({ group }) => group === 'identical')).toEqual([]);
        },
      ),
    );
  });
});

describe('uploadRelativePath', () => {
  const segment = fc.constantFrom('TC042', 'raw', 'a', 'é', 'e\u0301');

  it('uploads a file that is only in any compared folder to the key that was compared', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(segment, { maxLength: 2 }),
        fc.array(segment, { maxLength: 3 }),
        async (isDataset, below, folders) => {
          const rootPath = isDataset ? DATASET : 'acme/brains';
          const file = chosen([...folders, 'x.tif'].join('/'));
          const path = [rootPath, ...below].join('/');
          const row = (await matchFiles([file], listed(), path)).rows[0]!;
          const keyPrefix = rootPath.slice('acme/'.length);
          const webkitRelativePath = uploadRelativePath(row, file, rootPath);
          const name = uploadName({ name: 'x.tif', webkitRelativePath }, keyPrefix);
          expect(uploadKey('acme', keyPrefix, name)).toBe(row.key);
        },
      ),
    );
  });

  it('keeps the path of a file if the upload goes to the compared place', async () => {
    const file = chosen('TC042/raw/x.tif');
    const row = (await matchFiles([file], listed(), DATASET)).rows[0]!;
    expect(uploadRelativePath(row, file, DATASET)).toBe('TC042/raw/x.tif');
  });
});

it('counts the size in the folder, or else the one on the server', () => {
  const local = { index: 0, path: 'a', size: 1, lastModified: 0 };
  expect(comparedSize({ local, server: { key: 'a', size: 2 } })).toBe(1);
  expect(comparedSize({ server: { key: 'a', size: 2 } })).toBe(2);
});
