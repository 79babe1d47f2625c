import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { bareEtag, compositeChecksum, etagMatches } from '@data-manager/domain/uploads/checksums';

const md5 = fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 32, maxLength: 32 });

it("compositeChecksum is the MD5 of the parts' binary digests, followed by the number of parts", () => {
  fc.assert(
    fc.property(fc.array(md5, { minLength: 1, maxLength: 20 }), (md5s) => {
      const digest = createHash('md5')
        .update(Buffer.from(md5s.join(''), 'hex'))
        .digest('hex');
      expect(compositeChecksum(md5s)).toBe(`${digest}-${md5s.length}`);
    }),
  );
});

describe('etagMatches', () => {
  const digest = 'd41d8cd98f00b204e9800998ecf8427e';

  it.each([`"${digest}"`, digest, `"${digest.toUpperCase()}"`, ` W/"${digest}" `])('accepts %s', (etag) => {
    expect(etagMatches(etag, digest)).toBe(true);
  });

  it.each(['', '""', `"${digest}-1"`, '"d41d"'])('rejects %j', (etag) => {
    expect(etagMatches(etag, digest)).toBe(false);
  });

  it('removes the quotes of an ETag and keeps its case', () => {
    expect(bareEtag('"AbC"')).toBe('AbC');
  });
});
