import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { HttpError, StartupError } from '../errors';
import type { DataFolder } from './dataFolder';
import { writeOnce } from './durableFiles';

const KEY_BYTES = 32;
const KEY_FILE = 'url-signing.key';

const SignedQuery = Type.Object({ expires: Type.String(), signature: Type.String() });

/** What a signed URL allows: a purpose and the values that its path carries. */
type SignedSubject = readonly [purpose: 'part' | 'archive' | 'viewer', ...values: string[]];

/** Signs URLs that work without a token until they expire, and checks them. */
export interface UrlSigner {
  /** The query of a URL that is good for `seconds` from now, without `?`. */
  sign(subject: SignedSubject, seconds: number): string;
  /** @throws HttpFailure 403 where the query's signature is not of this subject and time, or the time is over. */
  verify(subject: SignedSubject, query: unknown): void;
}

/** Reads this installation's signing key; makes it at the first start, readable by the server's user only. */
export async function loadUrlSigner(folder: DataFolder): Promise<UrlSigner> {
  const path = join(folder.keys, KEY_FILE);
  await writeOnce(folder, path, randomBytes(KEY_BYTES), 0o600);
  const key = await readFile(path);
  if (key.length !== KEY_BYTES) {
    throw new StartupError(
      `The key in ${path} is damaged. Restore the file from a backup, or delete it: a new one is made then, and ` +
        'uploads under way ask for new addresses.',
    );
  }
  return createUrlSigner(key);
}

/**
 * Signs by HMAC-SHA256 over the subject and the time.
 *
 * @param now milliseconds since 1970
 */
export function createUrlSigner(key: Buffer, now: () => number = Date.now): UrlSigner {
  // As JSON, no value can run into the next: ["a","bc"] and ["ab","c"] differ.
  const signature = (subject: SignedSubject, expires: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([...subject, expires]))
      .digest('hex');
  return {
    sign(subject, seconds) {
      const expires = String(Math.floor(now() / 1000) + seconds);
      return `expires=${expires}&signature=${signature(subject, expires)}`;
    },
    verify(subject, query) {
      if (!Value.Check(SignedQuery, query)) {
        throw new HttpError(403, 'The address was altered: it lacks its signature.', 'BAD_SIGNATURE');
      }
      // Compared as text: several base64 or hex spellings would decode to the same bytes.
      if (!secretsEqual(query.signature, signature(subject, query.expires))) {
        throw new HttpError(403, 'The address was altered: its signature does not fit.', 'BAD_SIGNATURE');
      }
      if (Number(query.expires) * 1000 <= now()) {
        throw new HttpError(403, 'The address has expired; ask for a new one.', 'EXPIRED');
      }
    },
  };
}

/** Whether two texts are the same, in a time that does not tell how much of them is. */
export function secretsEqual(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
