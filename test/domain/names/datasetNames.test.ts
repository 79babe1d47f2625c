import fc from 'fast-check';
import { fileItem } from '@data-manager/domain/listing/fileListing';
import { withoutForeign } from '@data-manager/domain/listing/ownImages';
import { prefixFor } from '@data-manager/domain/names/bulkRename';
import {
  confirmedPrefixes,
  datasetNames,
  isForeignName,
  type NamedDataset,
} from '@data-manager/domain/names/datasetNames';
import { formatFileName } from '@data-manager/domain/names/grammar';
import { validateTitle } from '@data-manager/domain/names/title';

/** Returns the name of an image. */
function imageOf(dataset: string, section = 1): string {
  return formatFileName({ dataset, section, channel: 1 });
}

/** Returns names of images with consecutive sections. */
function imagesOf(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => imageOf(prefix, index + 1));
}

function isForeign(prefix: string, dataset: NamedDataset, images: readonly string[] = []): boolean {
  return isForeignName(imageOf(prefix), datasetNames(dataset, images));
}

const BRAIN07: NamedDataset = { dataset: 'Brain07' };

describe('the names of a dataset', () => {
  it.each<[string, string, NamedDataset, boolean]>([
    ['its title', 'Brain07', BRAIN07, false],
    ['its title with a suffix', 'Brain07_left', BRAIN07, false],
    ['its title in another case and normal form', 'GEHI\u0308RN', { dataset: 'Gehïrn' }, false],
    ['its title with underscores instead of spaces', 'Mouse_brain_7', { dataset: 'Mouse brain 7' }, false],
    ['a former title', 'Brain07', { dataset: 'Left', formerTitles: ['Brain07'] }, false],
    ['a confirmed prefix', 'M12', { ...BRAIN07, namePrefixes: ['M12'] }, false],
    ['another title', 'Brain08', BRAIN07, true],
    ['a longer title', 'Brain071', BRAIN07, true],
    [
      'a title of the project that begins with its own',
      'Brain07_2',
      { ...BRAIN07, titles: ['Brain07', 'Brain07_2'] },
      true,
    ],
    [
      'a former title that is now another dataset’s',
      'A',
      { dataset: 'B', formerTitles: ['A'], titles: ['A', 'B'] },
      false,
    ],
  ])('decide about %s', (_case, prefix, dataset, expected) => {
    expect(isForeign(prefix, dataset)).toBe(expected);
  });

  it('include the prefix of most of its images, in any spelling', () => {
    expect(isForeign('M12', BRAIN07, [...imagesOf('M12', 2), ...imagesOf('m12', 1), ...imagesOf('Brain07', 2)])).toBe(
      false,
    );
    expect(isForeign('M12', BRAIN07, [...imagesOf('M12', 2), ...imagesOf('Brain07', 2)])).toBe(true);
  });

  it('an upload confirms the prefix of its images only if no image has another one', () => {
    const names = datasetNames(BRAIN07, []);
    expect(confirmedPrefixes([...imagesOf('M12_left', 2), imageOf('M12_right')], names)).toEqual([
      'M12_left',
      'M12_right',
    ]);
    expect(confirmedPrefixes([...imagesOf('Brain08', 9), imageOf('Brain07')], names)).toEqual([]);
  });

  it('accept every name that the app generates for any title', () => {
    const titles = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((one) => validateTitle(one) === undefined);
    fc.assert(
      fc.property(titles, (dataset) => {
        expect(isForeign(prefixFor(dataset), { dataset })).toBe(false);
      }),
    );
  });
});

describe('withoutForeign with any files', () => {
  const prefixes = fc.constantFrom('Brain07', 'brain07', 'Brain07_left', 'Brain08', 'M12');
  const itemsOf = (names: readonly string[]) => names.map((name) => fileItem({ key: `acme/p/d/${name}`, size: 1 }));

  it('leaves out all images of a prefix or none, and never one of the dataset or of most images', () => {
    fc.assert(
      fc.property(fc.array(prefixes, { maxLength: 12 }), (written) => {
        const files = itemsOf([...written.map((prefix, index) => imageOf(prefix, index)), 'notes.txt']);
        const kept = withoutForeign(files, BRAIN07).map(({ fileName }) => fileName.split('_S')[0] ?? '');
        const isKept = (prefix: string) =>
          /^brain07/i.test(prefix) || written.filter((one) => one === prefix).length * 2 > written.length;
        expect(kept).toEqual([...written.filter(isKept), 'notes.txt']);
      }),
    );
  });

  it('returns the same list if there are none', () => {
    const own = itemsOf(imagesOf('Brain07', 3));
    expect(withoutForeign(own, BRAIN07)).toBe(own);
  });
});
