import { matchChecksums, readChecksumFile, type ChecksumFile } from '@data-manager/domain/checksums/checksumFile';
import { findDifference } from '@data-manager/domain/checksums/expectedSum';
import { isChecksumFileName } from '@data-manager/domain/names/grammar';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';
const OTHER_MD5 = '900150983cd24fb0d6963f7d28e17f72';
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The names in a checksum file. */
function namesIn(text: string, path = 'MD5SUMS'): readonly string[] {
  return readChecksumFile(path, text).lines.map(({ name }) => name);
}

/** Matches the lines of one checksum file with files, whose ids are their paths. */
function match(paths: readonly string[], text: string, path = 'MD5SUMS') {
  return matchChecksums(
    paths.map((file) => ({ id: file, path: file })),
    [readChecksumFile(path, text)],
  );
}

test.each(['MD5SUMS', 'sha256sums', 'run 7.md5', 'a.tif.SHA256', 'manifest-md5.txt', 'manifest-sha256.txt'])(
  'a file named %s is a checksum file',
  (name) => {
    expect(isChecksumFileName(name)).toBe(true);
  },
);

test.each(['a.tif', '.md5', 'MD5SUMS.tif', 'tagmanifest-md5.txt', 'my-manifest-md5.txt', 'Mosaic_1.txt'])(
  'a file named %s is no checksum file',
  (name) => {
    expect(isChecksumFileName(name)).toBe(false);
  },
);

test.each([
  ['GNU', `${MD5}  a b.tif`, 'a b.tif'],
  ['GNU for binary files', `${MD5} *a.tif`, 'a.tif'],
  ['GNU with a name that begins with *', `${MD5}  *a.tif`, '*a.tif'],
  ['GNU with an escaped name', `\\${MD5}  ${String.raw`a\nb\\c\rd.tif`}`, 'a\nb\\c\rd.tif'],
  ['GNU with a backslash that is not escaped', String.raw`${MD5}  scans\new.tif`, String.raw`scans\new.tif`],
  ['BSD', `MD5 (a (1).tif) = ${MD5}`, 'a (1).tif'],
  ['BSD with an escaped name', String.raw`\MD5 (a\nb.tif) = ${MD5}`, 'a\nb.tif'],
  ['BSD without spaces', `MD5(a.tif)= ${MD5}`, 'a.tif'],
  ['a line with a tab', `${MD5}\ta.tif`, 'a.tif'],
  ['upper-case digits', `${MD5.toUpperCase()}  a.tif`, 'a.tif'],
])('a line in the form of %s is read', (_, line, name) => {
  expect(readChecksumFile('MD5SUMS', line)).toEqual({
    path: 'MD5SUMS',
    lines: [{ algorithm: 'md5', value: MD5, name }],
    unread: 0,
  });
});

test('the length of a checksum says which algorithm it is of', () => {
  const { lines } = readChecksumFile('sums.md5', `${SHA256}  a.tif\nSHA256 (b.tif) = ${SHA256}`);
  expect(lines.map(({ algorithm }) => algorithm)).toEqual(['sha256', 'sha256']);
});

test('a byte-order mark, carriage returns, empty lines and comments of a checksum file are skipped', () => {
  const text = `\uFEFF# by the microscope\r\n${MD5}  a.tif\r\n\r\n; end\r\n${MD5}  b.tif`;
  expect(readChecksumFile('MD5SUMS', text)).toMatchObject({ lines: [{ name: 'a.tif' }, { name: 'b.tif' }], unread: 0 });
});

test('lines of a checksum file in no known form are counted', () => {
  expect(readChecksumFile('MD5SUMS', `abc  a.tif\n${MD5}\u00a0 b.tif\n${MD5}  c.tif`)).toMatchObject({
    lines: [{ name: 'c.tif' }],
    unread: 2,
  });
});

test('a checksum alone is that of the file whose name stands before the extension', () => {
  expect(namesIn(`${MD5}\n`, 'run/a.tif.md5')).toEqual(['a.tif']);
});

test('line ends and percent signs are decoded in the manifest of a bag only', () => {
  const line = `${MD5}  data/100%25%0Ab.tif`;
  expect(namesIn(line, 'manifest-md5.txt')).toEqual(['data/100%\nb.tif']);
  expect(namesIn(line, 'MD5SUMS')).toEqual(['data/100%25%0Ab.tif']);
});

test.each([
  ['below the folder of the checksum file', `${MD5}  a/x.tif`, 'run/a/x.tif', 'run/MD5SUMS'],
  ['that begins with ./', `${MD5}  ./a/x.tif`, 'run/a/x.tif', 'run/MD5SUMS'],
  ['with .. in it', `${MD5}  ../a/x.tif`, 'a/x.tif', 'sums/MD5SUMS'],
  ['with backslashes', String.raw`${MD5} *a\x.tif`, 'run/a/x.tif', 'run/MD5SUMS'],
  ['of another computer', `${MD5}  /data/2026/run/a/x.tif`, 'run/a/x.tif', 'run/MD5SUMS'],
  ['of another computer with a drive', String.raw`${MD5}  D:\scans\run\x.tif`, 'run/x.tif', 'MD5SUMS'],
  ['in another form of Unicode', `${MD5}  Ma\u0308use.tif`, 'M\u00e4use.tif', 'MD5SUMS'],
])('a path %s names its file', (_, line, file, list) => {
  const { sums, missing } = match([file, 'other.tif'], line, list);
  expect(sums.get(file)).toEqual([{ algorithm: 'md5', value: MD5, from: list }]);
  expect(sums.size).toBe(1);
  expect(missing).toEqual([]);
});

test('a file that is named and not there is missing once', () => {
  const text = `${MD5}  a/x.tif\n${SHA256}  a/x.tif\n${MD5}  y.tif`;
  expect(match(['run/y.tif', 'x.tif'], text, 'run/MD5SUMS').missing).toEqual([
    { path: 'run/a/x.tif', from: 'run/MD5SUMS' },
  ]);
});

test('a relative path never names a file of the same name in another folder', () => {
  const { sums, missing } = match(['b/x.tif'], `${MD5}  a/x.tif`);
  expect(sums.size).toBe(0);
  expect(missing.map(({ path }) => path)).toEqual(['a/x.tif']);
});

test('a file keeps all different checksums that it is given, each once', () => {
  const lists: readonly ChecksumFile[] = [
    readChecksumFile('MD5SUMS', `${MD5}  a.tif\n${MD5}  a.tif`),
    readChecksumFile('old.md5', `${OTHER_MD5}  a.tif`),
    readChecksumFile('SHA256SUMS', `${SHA256}  a.tif`),
  ];
  const { sums } = matchChecksums([{ id: '1', path: 'a.tif' }], lists);
  expect(sums.get('1')?.map(({ value }) => value)).toEqual([MD5, OTHER_MD5, SHA256]);
});

test('a file differs if it lacks one of its checksums', () => {
  const [md5, other] = [MD5, OTHER_MD5].map((value) => ({ algorithm: 'md5' as const, value, from: 'MD5SUMS' }));
  const sha256 = { algorithm: 'sha256' as const, value: SHA256, from: 'SHA256SUMS' };
  if (md5 === undefined || other === undefined) throw new Error('No checksums');
  expect(findDifference([md5, sha256], { md5: MD5, sha256: SHA256 })).toBeUndefined();
  expect(findDifference([md5, other], { md5: MD5 })).toEqual({ ...other, found: MD5 });
  // A checksum that was not computed proves nothing.
  expect(findDifference([md5, sha256], { md5: MD5 })).toEqual({ ...sha256, found: '' });
});
