import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { StartupError } from '../common/errors';
import { damagedSecret, shareSecret } from '../database/accounts/secrets';
import type { Queryable } from '../database/sql';
import type { DataFolder } from '../disk/dataFolder';
import { orIfMissing } from '../disk/durableFiles';

const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]{22,}$' });

const KeysSchema = Type.Object({
  /** The private key that signs access and id tokens (ES256). */
  signingKey: Type.Object({
    kty: Type.Literal('EC'),
    crv: Type.Literal('P-256'),
    alg: Type.Literal('ES256'),
    use: Type.Literal('sig'),
    kid: Base64Url,
    x: Base64Url,
    y: Base64Url,
    d: Base64Url,
  }),
  /** Keys for the cookies of the sign-in pages: the first one signs, all of them verify. */
  cookieKeys: Type.Array(Base64Url, { minItems: 1 }),
  /** The login route's client secret at the identity provider. */
  clientSecret: Base64Url,
  /** The secret of the preview credentials. */
  previewSecret: Base64Url,
});

/** The secrets of the sign-in. They are persistent, so that a restart does not sign users out. */
export type IdentityKeys = Static<typeof KeysSchema>;

/** Returns the public part of the key that signs tokens. */
export function publicKeyOf({ signingKey }: Pick<IdentityKeys, 'signingKey'>) {
  const { kty, crv, alg, use, kid, x, y } = signingKey;
  return { kty, crv, alg, use, kid, x, y };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Creates new keys. */
export function createKeys(): IdentityKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  if (x === undefined || y === undefined || d === undefined) throw new Error('Node exported an incomplete key.');
  return {
    signingKey: {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      kid: randomBytes(16).toString('base64url'),
      x,
      y,
      d,
    },
    cookieKeys: [newSecret()],
    clientSecret: newSecret(),
    previewSecret: newSecret(),
  };
}

/** Reads the keys that earlier versions kept in the data folder. */
async function readKeyFile(path: string): Promise<IdentityKeys | undefined> {
  const text = await orIfMissing(readFile(path, 'utf8'), undefined);
  if (text === undefined) return undefined;
  try {
    const keys: unknown = JSON.parse(text);
    if (Value.Check(KeysSchema, keys)) return keys;
  } catch {
    // Same message as for JSON of the wrong shape.
  }
  throw new StartupError(
    `The keys in ${path} are damaged. Restore the file from a backup, or delete it to create new keys. ` +
      'All users then have to sign in again.',
  );
}

/**
 * Returns the keys that all servers on one database share. The first server creates them, or imports them from the data
 * folder of an earlier version.
 *
 * @throws StartupError if they are damaged.
 */
export async function loadKeys(database: Queryable, folder: Pick<DataFolder, 'keys'>): Promise<IdentityKeys> {
  const keys = await shareSecret(
    database,
    'identity',
    async () => (await readKeyFile(join(folder.keys, 'identity.json'))) ?? createKeys(),
  );
  if (!Value.Check(KeysSchema, keys)) throw new StartupError(damagedSecret('identity'));
  return keys;
}
