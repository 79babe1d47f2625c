import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeys, type IdentityKeys } from '../../server/src/identity/keys';
import { createUrlSigner, type UrlSigner } from '../../server/src/storage/urlSigner';

/** Writes keys to a new data folder, which the first start imports, so that tests can sign with them. */
export async function writeKeys(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder);
  await writeFile(join(folder, 'identity.json'), JSON.stringify(createKeys()));
  await writeFile(join(folder, 'url-signing.key'), randomBytes(32));
}

/** Reads the keys with which a backend signs tokens. */
export function readKeys(dataDir: string): IdentityKeys {
  return JSON.parse(readFileSync(join(dataDir, 'keys', 'identity.json'), 'utf8')) as IdentityKeys;
}

/** Returns a signer with the key with which a backend signs URLs. */
export function readUrlSigner(dataDir: string): UrlSigner {
  return createUrlSigner(readFileSync(join(dataDir, 'keys', 'url-signing.key')));
}
