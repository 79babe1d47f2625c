import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { HttpError, StartupError } from '../common/errors';
import { secretsEqual } from '../common/secretsEqual';
import { damagedSecret, shareSecret } from '../database/accounts/secrets';
import type { Queryable } from '../database/sql';
import type { DataFolder } from '../disk/dataFolder';
import { orIfMissing } from '../disk/durableFiles';

const KEY_BYTES = 32;
const KEY_FILE = 'url-signing.key';

const SecretSchema = Type.Object({ key: Type.String() });
const SignedQuery = Type.Object({ expires: Type.String(), signature: Type.String() });

/** The subject of a signed URL: a purpose and the values in its path. */
type SignedSubject = readonly [purpose: 'part' | 'content' | 'archive' | 'viewer' | 'seal', ...values: string[]];

/** Signs and verifies URLs that grant access until they expire. */
export type UrlSigner = ReturnType<typeof createUrlSigner>;

/**
 * Creates a signer with the key that all servers on one database share. The first server creates it, or imports it from
 * the data folder of an earlier version.
 *
 * @throws StartupError if it is damaged.
 */
export async function loadUrlSigner(database: Queryable, folder: Pick<DataFolder, 'keys'>): Promise<UrlSigner> {
  const secret = await shareSecret(database, 'url-signing', async () => {
    const path = join(folder.keys, KEY_FILE);
    const key = await orIfMissing(readFile(path), randomBytes(KEY_BYTES));
    if (key.length !== KEY_BYTES) {
      throw new StartupError(
        `The key in ${path} is damaged. Restore the file from a backup, or delete it to create a new key. Uploads in ` +
          'progress then request new URLs.',
      );
    }
    return { key: key.toString('base64url') };
  });
  const key = Value.Check(SecretSchema, secret) ? Buffer.from(secret.key, 'base64url') : undefined;
  if (key?.length !== KEY_BYTES) throw new StartupError(damagedSecret('url-signing'));
  return createUrlSigner(key);
}

/** Creates a signer that uses HMAC-SHA256 over the subject and the expiry time. */
export function createUrlSigner(key: Buffer, now: () => number = Date.now) {
  // JSON keeps values apart: ["a","bc"] and ["ab","c"] differ.
  const signature = (subject: SignedSubject, expires: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([...subject, expires]))
      .digest('hex');
  return {
    /** Returns the query, without `?`, of a URL that expires in `seconds`. */
    sign(subject: SignedSubject, seconds: number): string {
      const expires = String(Math.floor(now() / 1000) + seconds);
      return `expires=${expires}&signature=${signature(subject, expires)}`;
    },
    /** @throws HttpError 403 if the signature does not match the subject, or has expired. */
    verify(subject: SignedSubject, query: unknown): void {
      if (!Value.Check(SignedQuery, query)) {
        throw new HttpError(403, 'The URL was altered: the signature is missing.', 'BAD_SIGNATURE');
      }
      // Compare as text, because several spellings decode to the same bytes.
      if (!secretsEqual(query.signature, signature(subject, query.expires))) {
        throw new HttpError(403, 'The URL was altered: the signature does not match.', 'BAD_SIGNATURE');
      }
      if (Number(query.expires) * 1000 <= now()) {
        throw new HttpError(403, 'The URL has expired. Request a new one.', 'EXPIRED');
      }
    },
  };
}
