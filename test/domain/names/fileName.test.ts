import fc from 'fast-check';
import { generateFileName, parseFileName } from '../../../src/domain/names/fileName';

/** Anything that may stand before the section, with underscores in it. */
const prefixes = fc.stringMatching(/^[A-Za-z0-9 .-]+(_[A-Za-z0-9 .-]*)*$/);
/** The grammar as one expression: what the parser is held to. */
// eslint-disable-next-line no-control-regex -- control characters are what a name may not hold
const GRAMMAR = /^[^/\\\u0000-\u001f\u007f]+_S\d{6}_L\d{2}_ch\d{2}\.[Tt][Ii][Ff][Ff]?$/;

describe('names of section images', () => {
  it('reads section, layer and channel', () => {
    expect(parseFileName('TC042_brain_S000123_L01_ch02.tif')).toEqual({
      ok: true,
      value: {
        prefix: 'TC042_brain',
        section: 123,
        sectionName: 'S000123',
        layer: 1,
        channel: 2,
        extension: 'tif',
      },
    });
  });

  it.each(['A_S000001_L01_ch01.tif', 'A_S000001_L01_ch01.TIFF', 'a b_S000000_L99_ch00.Tif', '__S999999_L01_ch01.tiff'])(
    'accepts %s',
    (name) => {
      expect(parseFileName(name).ok).toBe(true);
    },
  );

  it.each([
    ['TC042_S00012_L01_ch02.tif', [{ part: 'section', start: 6, end: 12 }]],
    ['TC042_S0000123_L01_ch02.tif', [{ part: 'section', start: 6, end: 14 }]],
    ['TC042_L01_ch02.tif', [{ part: 'section', start: 5, end: 5 }]],
    ['TC042_S000012_l01_ch02.tif', [{ part: 'layer', start: 14, end: 17 }]],
    ['TC042_S000012_L01_C2.tif', [{ part: 'channel', start: 18, end: 20 }]],
    ['S000012_L01_ch02.tif', [{ part: 'prefix', start: 0, end: 0 }]],
    ['_S000012_L01_ch02.tif', [{ part: 'prefix', start: 0, end: 0 }]],
    ['a/b_S000012_L01_ch02.tif', [{ part: 'prefix', start: 0, end: 3 }]],
    ['TC042_S000012_L01_ch02.png', [{ part: 'extension', start: 22, end: 26 }]],
    ['TC042_S000012_L01_ch02', [{ part: 'extension', start: 22, end: 22 }]],
  ])('says where %s is wrong', (name, problems) => {
    const parsed = parseFileName(name);
    expect(parsed).toMatchObject({ ok: false, failure: problems });
  });

  it('names every missing part, from left to right', () => {
    const parsed = parseFileName('notes.txt');
    expect(parsed.ok ? [] : parsed.failure.map(({ part }) => part)).toEqual([
      'section',
      'layer',
      'channel',
      'extension',
    ]);
  });

  it('reads back whatever it generates', () => {
    fc.assert(
      fc.property(
        prefixes,
        prefixes,
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (dataset, name, section, channel) => {
          const parsed = parseFileName(generateFileName({ dataset, name, section, channel }));
          expect(parsed).toEqual({
            ok: true,
            value: {
              prefix: `${dataset}_${name}`,
              section,
              sectionName: `S${String(section).padStart(6, '0')}`,
              layer: 1,
              channel,
              extension: 'tif',
            },
          });
        },
      ),
    );
  });

  it('can be put together again from what was read', () => {
    fc.assert(
      fc.property(fc.stringMatching(GRAMMAR), (name) => {
        const parsed = parseFileName(name);
        if (!parsed.ok) return false;
        const { prefix, sectionName, layer, channel, extension } = parsed.value;
        const [layerText, channelText] = [layer, channel].map((number) => String(number).padStart(2, '0'));
        return `${prefix}_${sectionName}_L${layerText ?? ''}_ch${channelText ?? ''}.${extension}` === name;
      }),
    );
  });

  it('accepts exactly what the grammar says, of any text', () => {
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
          return parseFileName(name).ok === GRAMMAR.test(name);
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
  ])('never generates a name that means another section: %j', (numbers) => {
    expect(() => generateFileName({ dataset: 'A', name: 'B', ...numbers })).toThrow(RangeError);
  });
});
