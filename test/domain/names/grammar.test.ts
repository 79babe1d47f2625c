import fc from 'fast-check';
import { formatFileName, isNamedLikeOther, parseFileName } from '@data-manager/domain/names/grammar';

/** Valid text before the section, including underscores. */
const prefixes = fc.stringMatching(/^[A-Za-z0-9 .-]+(_[A-Za-z0-9 .-]*)*$/);
/** The naming format as one regular expression. */
// eslint-disable-next-line no-control-regex -- a prefix contains no control characters
const GRAMMAR = /^[^/\\\u0000-\u001f\u007f]+_S\d{6}_L\d{2}_ch\d{2}\.[Tt][Ii][Ff][Ff]?$/;

describe('parseFileName and formatFileName', () => {
  it.each([
    ['a section with five digits', 'TC042_S00012_L01_ch02.tif'],
    ['a section with seven digits', 'TC042_S0000123_L01_ch02.tif'],
    ['no section', 'TC042_L01_ch02.tif'],
    ['a lower-case layer', 'TC042_S000012_l01_ch02.tif'],
    ['an abbreviated channel', 'TC042_S000012_L01_C2.tif'],
    ['no prefix', 'S000012_L01_ch02.tif'],
    ['an empty prefix', '_S000012_L01_ch02.tif'],
    ['a slash in the prefix', 'a/b_S000012_L01_ch02.tif'],
    ['another extension', 'TC042_S000012_L01_ch02.png'],
    ['no extension', 'TC042_S000012_L01_ch02'],
    ['another format', 'notes.txt'],
  ])('returns undefined for a name with %s', (_what, name) => {
    expect(parseFileName(name)).toBeUndefined();
  });

  it('parses every generated name', () => {
    fc.assert(
      fc.property(
        prefixes,
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (dataset, section, channel) => {
          const parsed = parseFileName(formatFileName({ dataset, section, channel }));
          expect(parsed).toEqual({
            section,
            sectionName: `S${String(section).padStart(6, '0')}`,
            layer: 1,
            channel,
          });
        },
      ),
    );
  });

  it('returns the numbers as written in the name', () => {
    fc.assert(
      fc.property(fc.stringMatching(GRAMMAR), (name) => {
        const parsed = parseFileName(name);
        if (parsed === undefined) return false;
        const { section, sectionName, layer, channel } = parsed;
        const [layerText, channelText] = [layer, channel].map((number) => String(number).padStart(2, '0'));
        return (
          sectionName === `S${String(section).padStart(6, '0')}` &&
          name.includes(`_${sectionName}_L${layerText ?? ''}_ch${channelText ?? ''}.`)
        );
      }),
    );
  });

  it('accepts a text if and only if it matches the naming format', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '_',
        'S',
        '000123',
        '12',
        'L',
        '01',
        'ch',
        '02',
        '.tif',
        '.TIFF',
        '.',
        'A',
        '/',
        'S000001',
        '_L01',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((all) => all.join('')),
        ),
        (name) => {
          return (parseFileName(name) !== undefined) === GRAMMAR.test(name);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    [{ section: 1_000_000, channel: 1 }],
    [{ section: -1, channel: 1 }],
    [{ section: 1.5, channel: 1 }],
    [{ section: 1, channel: 100 }],
  ])('throws for numbers that do not fit their digits: %j', (numbers) => {
    expect(() => formatFileName({ dataset: 'A', ...numbers })).toThrow(RangeError);
  });
});

describe('isNamedLikeOther', () => {
  it.each([
    'notes.txt',
    'day.tif.part',
    'run.log',
    'a.png',
    'a.JPEG',
    'a.czi',
    'a.ome.zarr',
    'a.mp4',
    'a.tar.gz',
    'a.7z',
  ])('the file %s is no image by its extension', (name) => {
    expect(isNamedLikeOther(name)).toBe(true);
    expect(isNamedLikeOther(name.replace('a.', 'TC042_S000001_L01_ch01.'))).toBe(true);
  });

  it.each(['a.TIF', 'a.ome.tiff', 'a.btf', 'scan_0001', 'stack.0001', 'TC042.S000001.L01.ch01'])(
    'the file %s can be an image whose name may be repaired',
    (name) => {
      expect(isNamedLikeOther(name)).toBe(false);
    },
  );
});
