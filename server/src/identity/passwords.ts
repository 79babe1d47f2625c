import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
/** OWASP's recommendation for scrypt with r = 8 and p = 3: 32 MiB and about 100 ms. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Hashes a password as `scrypt$salt$key`, in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`;
}

/** Verifies a password. Without a hash it returns false after the same time. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [scheme, salt, key] = (hash ?? '').split('$');
  const derived = await derive(password, Buffer.from(salt ?? '', 'base64url'));
  const expected = Buffer.from(key ?? '', 'base64url');
  return scheme === 'scrypt' && expected.length === derived.length && timingSafeEqual(expected, derived);
}
