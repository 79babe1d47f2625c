import { buf } from '../../server/src/zips/nativeCrc32';

test('the checksum of an archive’s file is the CRC-32 of all its chunks', () => {
  const check = 0xcbf43926;
  expect(buf(Buffer.from('123456789'))).toBe(check);
  // The way in which zip-stream calls it.
  const first = buf(Buffer.from('1234'), Buffer.alloc(4));
  expect(buf(Buffer.from('56789'), first >>> 0)).toBe(check);
});
