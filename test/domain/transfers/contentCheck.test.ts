import fc from 'fast-check';
import { UPLOAD_MAX_PARTS } from '@data-manager/domain/constants';
import {
  contentBlocks,
  contentEtag,
  contentVerdict,
  planContentCheck,
  type ContentCheck,
} from '@data-manager/domain/transfers/contentCheck';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';
const OTHER_MD5 = '0cc175b9c0f1b6a831c399e269772661';

const md5s = fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 32, maxLength: 32 });

function planned(...parameters: Parameters<typeof planContentCheck>): ContentCheck {
  const check = planContentCheck(...parameters);
  if (check === undefined) throw new Error('The content can not be compared.');
  return check;
}

/** A file of `parts` parts, the last one `last` bytes smaller than the others. */
const storedFile = fc
  .record({
    partSize: fc.integer({ min: 1, max: 5 * GIB }),
    parts: fc.integer({ min: 2, max: UPLOAD_MAX_PARTS }),
    rest: fc.double({ min: 0, max: 0.999, noNaN: true }),
  })
  .map(({ partSize, parts, rest }) => ({ partSize, parts, size: partSize * parts - Math.floor(partSize * rest) }));

describe('planContentCheck', () => {
  it.each([MD5, `"${MD5}"`, MD5.toUpperCase()])('hashes the whole file for the plain MD5 %s', (etag) => {
    expect(planContentCheck({ size: 7, etag })).toEqual({
      etag: MD5,
      isComposite: false,
      partSizes: [7],
      isCertain: true,
    });
  });

  it('hashes the whole file for an ETag of one part, regardless of the part size', () => {
    const whole = { etag: `${MD5}-1`, isComposite: true, partSizes: [7], isCertain: true };
    expect(planContentCheck({ size: 7, etag: `${MD5}-1` })).toEqual(whole);
    expect(planContentCheck({ size: 7, etag: `${MD5}-1`, partSize: 5 })).toEqual(whole);
  });

  it('uses the part size that the server lists, if it divides the file into the parts of the ETag', () => {
    fc.assert(
      fc.property(storedFile, ({ size, parts, partSize }) => {
        const check = planContentCheck({ size, etag: `${MD5}-${parts}`, partSize });
        expect(check).toMatchObject({ partSizes: [partSize], isCertain: true });
      }),
    );
  });

  it.each([0, 1, 10 * MIB])('guesses the part size if the listed one, %d, does not fit', (partSize) => {
    const check = planContentCheck({ size: 100 * MIB, etag: `${MD5}-2`, partSize });
    expect(check?.partSizes[0]).toBe(64 * MIB);
    expect(check?.isCertain).toBe(false);
  });

  it.each([5, 8, 10, 15, 16, 25, 32, 50, 64, 100, 128, 256, 512, 1024])('infers parts of %d MiB', (mebibytes) => {
    const partSize = mebibytes * MIB;
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_000 }), fc.integer({ min: 1, max: 1_000 }), (parts, last) => {
        const size = partSize * (parts - 1) + last * Math.floor(partSize / 1_000);
        expect(planned({ size, etag: `${MD5}-${parts}` }).partSizes).toContain(partSize);
      }),
      { numRuns: 20 },
    );
  });

  it('guesses only part sizes that divide the file into exactly the parts of the ETag', () => {
    fc.assert(
      fc.property(storedFile, ({ size, parts }) => {
        for (const partSize of planContentCheck({ size, etag: `${MD5}-${parts}` })?.partSizes ?? []) {
          expect(Math.ceil(size / partSize)).toBe(parts);
        }
      }),
    );
  });

  it('guesses decimal part sizes', () => {
    expect(planned({ size: 300_000_000, etag: `${MD5}-3` }).partSizes).toEqual([100 * MIB, 128 * MIB, 100e6, 128e6]);
  });

  it.each([
    ['is missing', undefined, 7],
    ['is empty', '', 7],
    ['has an unknown form', 'abc', 7],
    ['has no parts', `${MD5}-0`, 7],
    ['has more parts than S3 allows', `${MD5}-10001`, 10_001],
    ['has parts of no common size', `${MD5}-3`, 7],
  ])('returns undefined for an ETag that %s', (_, etag, size) => {
    expect(planContentCheck({ size, ...(etag !== undefined && { etag }), partSize: 0 })).toBeUndefined();
  });
});

it('contentBlocks covers every byte once, in blocks of the part size', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.integer({ min: 50, max: 2_000 }), (size, partSize) => {
      const blocks = contentBlocks(size, partSize);
      expect(blocks[0]?.start).toBe(0);
      expect(blocks.at(-1)?.end).toBe(size);
      for (const [index, { start, end }] of blocks.entries()) {
        if (index > 0) expect(start).toBe(blocks[index - 1]?.end);
        expect(end - start <= partSize).toBe(true);
      }
      expect(blocks).toHaveLength(Math.max(1, Math.ceil(size / partSize)));
    }),
  );
});

describe('contentVerdict', () => {
  it('is identical if the blocks of any candidate match, and never without a match', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(md5s, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        fc.nat(3),
        (tried, index) => {
          const expected = tried[index] ?? [MD5];
          const etag = contentEtag({ isComposite: true }, expected);
          const check = { etag, isComposite: true, partSizes: [1], isCertain: false };
          const matches = tried.some((one) => one.join() === expected.join());
          expect(contentVerdict(check, tried)).toBe(matches ? 'identical' : 'unknown');
        },
      ),
    );
  });

  it('is different after a mismatch with a plain MD5 or a listed part size', () => {
    expect(contentVerdict(planned({ size: 7, etag: MD5 }), [[MD5]])).toBe('identical');
    expect(contentVerdict(planned({ size: 7, etag: MD5 }), [[OTHER_MD5]])).toBe('different');
    const listed = planned({ size: 7, etag: `${MD5}-2`, partSize: 4 });
    expect(contentVerdict(listed, [[MD5, OTHER_MD5]])).toBe('different');
  });

  it('is unknown after a mismatch with guessed part sizes, because another size may have been used', () => {
    const guessed = planned({ size: 100 * MIB, etag: `${MD5}-2` });
    expect(contentVerdict(guessed, [[MD5, OTHER_MD5]])).toBe('unknown');
  });

  it('is unknown if nothing was hashed', () => {
    expect(contentVerdict(planned({ size: 7, etag: MD5 }), [])).toBe('unknown');
  });
});
