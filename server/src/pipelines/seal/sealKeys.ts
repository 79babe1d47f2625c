import { createPrivateKey, generateKeyPairSync, hkdfSync, randomBytes, sign } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { decrypt, encrypt } from '../../database/accounts/encryption';
import { damagedSecret, replaceSecret, shareSecret } from '../../database/accounts/secrets';
import type { Queryable } from '../../database/sql';
import type { Environment } from '../../environment/environment';
import type { IdentityKeys } from '../../identity/keys';

/** A public key that checks seals. */
export const SealKey = Type.Object({
  id: Type.String(),
  publicKey: Type.String({ description: 'Ed25519, in the form SubjectPublicKeyInfo, Base64.' }),
  createdAt: Type.String(),
});
const StoredKeys = Type.Object({
  /** The last one signs. */
  keys: Type.Array(Type.Composite([SealKey, Type.Object({ encrypted: Type.String() })]), { minItems: 1 }),
});
type StoredKey = Static<typeof StoredKeys>['keys'][number];

const NAME = 'sealing';

/** The keys that sign seals. */
export interface SealKeys {
  /** Lists the public keys, the latest last. Seals that were signed with earlier keys can still be checked. */
  list(): Promise<readonly Static<typeof SealKey>[]>;
  /** Returns the key that signs, after creating one if none can be decrypted. */
  current(): Promise<Static<typeof SealKey> & { readonly sign: (bytes: Buffer) => string }>;
}

/** Creates the access to the keys, which are in the database, encrypted with `TOKEN_KEY` or with a key derived from its secrets. */
export function createSealKeys(
  database: Queryable,
  keys: Pick<IdentityKeys, 'previewSecret'>,
  { tokenKey }: Pick<Environment, 'tokenKey'>,
): SealKeys {
  const derived = Buffer.from(hkdfSync('sha256', keys.previewSecret, '', 'keys that sign seals', 32));
  const wrapping = tokenKey ?? derived;

  function newKey(): StoredKey {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const id = randomBytes(8).toString('hex');
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    return {
      id,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      createdAt: new Date().toISOString(),
      encrypted: encrypt(wrapping, secret, id),
    };
  }

  async function read(): Promise<Static<typeof StoredKeys>> {
    const stored = await shareSecret(database, NAME, () => Promise.resolve({ keys: [newKey()] }));
    if (!Value.Check(StoredKeys, stored)) throw new Error(damagedSecret(NAME));
    return stored;
  }

  const toPublic = ({ id, publicKey, createdAt }: StoredKey) => ({ id, publicKey, createdAt });
  return {
    list: async () => (await read()).keys.map(toPublic),
    async current() {
      for (;;) {
        const stored = await read();
        const key = stored.keys.at(-1);
        const secret = key && (decrypt(wrapping, key.encrypted, key.id) ?? decrypt(derived, key.encrypted, key.id));
        if (key === undefined || secret === undefined) {
          // `TOKEN_KEY` was replaced. Of several servers that add a key, one succeeds.
          await replaceSecret(database, NAME, stored, { keys: [...stored.keys, newKey()] });
          continue;
        }
        const privateKey = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });
        return { ...toPublic(key), sign: (bytes) => sign(null, bytes, privateKey).toString('base64') };
      }
    },
  };
}
