import { generateKeyPairSync, sign } from 'node:crypto';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const MANIFEST = 'manifest-sha256.txt';

/** What `verify.html` lists. */
export interface BagFaults {
  readonly Changed: readonly string[];
  readonly Missing: readonly string[];
  readonly Added: readonly string[];
}

/**
 * Flips a bit of the first file, removes the second, adds a copy of the third, and swaps the names of the fourth and the fifth.
 *
 * @param files five paths in the bag
 */
export async function damageFiles(
  bag: string,
  [flipped, removed, copied, one, other]: readonly [string, string, string, string, string],
): Promise<BagFaults> {
  const at = (name: string) => path.join(bag, name);
  const bytes = await readFile(at(flipped));
  bytes[3]! ^= 1;
  await writeFile(at(flipped), bytes);
  await rm(at(removed));
  await copyFile(at(copied), at('data/new.txt'));
  await rename(at(one), at('swapped'));
  await rename(at(other), at(one));
  await rename(at('swapped'), at(other));
  return {
    Changed: [flipped, `${one} (has the content of ${other})`, `${other} (has the content of ${one})`],
    Missing: [removed],
    Added: ['data/new.txt'],
  };
}

/** Removes a file from the manifest. Returns a function that undoes it. */
export async function editManifest(bag: string, file: string): Promise<() => Promise<void>> {
  const manifest = path.join(bag, MANIFEST);
  const text = await readFile(manifest, 'utf8');
  const lines = text.split('\n').filter((line) => !line.endsWith(`  ${file}`));
  await writeFile(manifest, lines.join('\n'));
  return () => writeFile(manifest, text);
}

/** Signs the bag again, with another key, which is named `other`. */
export async function signWithOtherKey(bag: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signature = path.join(bag, 'signature.json');
  const signed = JSON.parse(await readFile(signature, 'utf8')) as { signatures: Record<string, string> };
  for (const name of Object.keys(signed.signatures)) {
    const forged = sign(null, await readFile(path.join(bag, name)), privateKey);
    signed.signatures[name] = forged.toString('base64');
  }
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  await writeFile(signature, JSON.stringify({ ...signed, keyId: 'other', publicKey: spki }));
}
