import crypto from 'node:crypto';
import { multipartChecksum } from '../../server/src/storage/parts';
import { createUrlSigner } from '../../server/src/storage/urlSigner';

function asQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

describe('a signed URL', () => {
  const key = Buffer.alloc(32, 1);

  test('is valid until it expires', () => {
    let now = 1_000_000;
    const signer = createUrlSigner(key, () => now);
    const query = asQuery(signer.sign(['archive', 'ref', 'a.zip'], 60));
    now += 59_000;
    signer.verify(['archive', 'ref', 'a.zip'], query);
    now += 1_000;
    expect(() => {
      signer.verify(['archive', 'ref', 'a.zip'], query);
    }).toThrow('expired');
  });

  test('is invalid for another subject or another key', () => {
    const query = asQuery(createUrlSigner(key).sign(['part', 'ab', 'c'], 60));
    const verify =
      (signingKey: Buffer, ...subject: ['part' | 'archive', ...string[]]) =>
      () => {
        createUrlSigner(signingKey).verify(subject, query);
      };
    expect(verify(key, 'part', 'ab', 'c')).not.toThrow();
    expect(verify(key, 'archive', 'ab', 'c')).toThrow('altered');
    expect(verify(key, 'part', 'a', 'bc')).toThrow('altered');
    expect(verify(Buffer.alloc(32, 2), 'part', 'ab', 'c')).toThrow('altered');
  });

  test('is compared in constant time', () => {
    const signer = createUrlSigner(key);
    const { expires = '', signature = '' } = asQuery(signer.sign(['part', 'a', '1'], 60));
    const compare = jest.spyOn(crypto, 'timingSafeEqual');
    const other = (digit: string): string => (digit === '0' ? '1' : '0');
    const guesses = [
      other(signature[0] ?? '') + signature.slice(1),
      signature.slice(0, -1) + other(signature.at(-1) ?? ''),
    ];
    for (const guess of guesses) {
      expect(() => {
        signer.verify(['part', 'a', '1'], { expires, signature: guess });
      }).toThrow('altered');
    }
    signer.verify(['part', 'a', '1'], { expires, signature });
    expect(compare).toHaveBeenCalledTimes(3);
  });
});

test('multipartChecksum returns the MD5 of the binary digests with the number of parts', () => {
  const empty = 'd41d8cd98f00b204e9800998ecf8427e';
  expect(multipartChecksum([empty])).toBe('59adb24ef3cdbe0297f05b395827453f-1');
});
