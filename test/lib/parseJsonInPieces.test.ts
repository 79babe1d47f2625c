import fc from 'fast-check';
import { finish } from '../../src/lib/inPieces';
import { parseJson } from '../../src/lib/parseJson';
import { parseJsonInPieces } from '../../src/lib/parseJsonInPieces';

const pieceLengths = fc.integer({ min: 1, max: 30 });
const texts = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, space]) => JSON.stringify(value, null, space));

describe('JSON that is parsed in pieces', () => {
  it('reads as JSON that is parsed at once, wherever it is cut', () => {
    fc.assert(
      fc.property(texts, pieceLengths, (text, length) => {
        expect(finish(parseJsonInPieces(text, length))).toEqual(parseJson(text));
      }),
    );
  });

  it('reads lists of entries, whatever their names', () => {
    const names = fc.array(fc.oneof(fc.string(), fc.constantFrom('},{', '"]', '\\', '\\"', '[{', '\\\\"},')));
    fc.assert(
      fc.property(names, pieceLengths, fc.boolean(), (keys, length, bare) => {
        const files = keys.map((key) => ({ key, size: 1 }));
        const text = JSON.stringify(bare ? files : { cursor: 'c', files, after: [1, [2]] });
        expect(finish(parseJsonInPieces(text, length))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what the browser refuses, and nothing else', () => {
    const spoilt = fc
      .tuple(texts, fc.nat(), fc.constantFrom('', ',', ']', '}', '[', '"', '{', '\\', ' ', '1,'))
      .map(([text, at, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + 1);
      });
    fc.assert(
      fc.property(spoilt, pieceLengths, (text, length) => {
        expect(finish(parseJsonInPieces(text, length))).toEqual(parseJson(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['{"a":[1],"a":[2,3]}', '{"a":[1],"a":2}', '{"__proto__":[1]}', '[ ]', '[1,2,]', '[,1]', '[1}', '[][]', ''])(
    'reads %s as the browser does',
    (text) => {
      const read = finish(parseJsonInPieces(text, 1));
      expect(read).toEqual(parseJson(text));
      expect(JSON.stringify(read)).toBe(JSON.stringify(parseJson(text)));
    },
  );

  it('can be put down after each piece', () => {
    const work = parseJsonInPieces(JSON.stringify({ files: [1, 2, 3, 4] }), 1);
    let pieces = 0;
    while (work.next().done !== true) pieces += 1;
    expect(pieces).toBe(3);
  });
});
