import { pickLines } from '@data-manager/domain/checksums/checksumFile';
import { manifestLine } from '@data-manager/domain/checksums/manifest';

const DIGEST = 'd41d8cd98f00b204e9800998ecf8427e';

describe('a checksum file', () => {
  test.each([
    ['a b.tif', `${DIGEST}  a b.tif\n`],
    ['*%20"a\'.tif', `${DIGEST}  *%20"a'.tif\n`],
    ['a\\n.tif', `\\${DIGEST}  a\\\\n.tif\n`],
    ['a\nb\r.tif', `\\${DIGEST}  a\\nb\\r.tif\n`],
  ])('a line with the path %j is escaped as by coreutils, and is found again', (path, line) => {
    expect(manifestLine(DIGEST, path)).toBe(line);
    expect(pickLines(line, (found) => (found === path ? found : undefined))).toBe(line);
  });

  test('picked lines have new paths and the old order', () => {
    const manifest = ['b', 'a', 'c  d'].map((path) => manifestLine(DIGEST, path)).join('');
    const paths = new Map([
      ['c  d', 'sub/d'],
      ['b', 'b'],
    ]);
    expect(pickLines(manifest, (path) => paths.get(path))).toBe(`${DIGEST}  b\n${DIGEST}  sub/d\n`);
  });
});
