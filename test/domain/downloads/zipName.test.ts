import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { hashOfPaths, zipName } from '../../../src/domain/downloads/zipName';

describe('the name of an archive', () => {
  it.each([
    ['acme/brains/TC042', false, 'acme-brains-TC042.zip'],
    ['acme/brains/TC042', true, 'downsampled_acme-brains-TC042.zip'],
    [['acme/b/2', 'acme/b/1'], false, `files_${hashOfPaths(['acme/b/1', 'acme/b/2'])}.zip`],
    [['acme/b/1'], true, `downsampled_files_${hashOfPaths(['acme/b/1'])}.zip`],
  ])('of %j, downsampled %s, is %s', (path, downsampled, name) => {
    expect(zipName(path, downsampled)).toBe(name);
  });
});

describe('the hash of a set of files', () => {
  it('is the MD5 of the paths, sorted by code unit and joined with commas', () => {
    const paths = ['acme/b', 'acme/B', 'acme/ä', 'acme/10', 'acme/9', 'acme/\u{1F9E0}', 'acme/\uFFFD'];
    const sorted = ['acme/10', 'acme/9', 'acme/B', 'acme/b', 'acme/ä', 'acme/\u{1F9E0}', 'acme/\uFFFD'];
    expect(hashOfPaths(paths)).toBe(createHash('md5').update(sorted.join(',')).digest('hex'));
  });

  it('does not depend on the order of the choice, and leaves the list as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (paths) => {
        const before = [...paths];
        expect(hashOfPaths([...paths].reverse())).toBe(hashOfPaths(paths));
        expect(paths).toEqual(before);
      }),
    );
  });
});
