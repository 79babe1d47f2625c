import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';

/**
 * Returns the MD5 of each file in a zip archive by name. Rejects an incomplete archive, and one whose checksum files don't name
 * exactly these files. The checksum files, which are the last entries, are left out.
 */
export async function md5OfArchive(file: string): Promise<Map<string, string>> {
  const digests = new Map<string, Readonly<Record<'md5' | 'sha256', string>>>();
  const sums = new Map<string, string>();
  const archive = await yauzl.openPromise(file, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const bytes = createHash('md5');
    const sha256 = createHash('sha256');
    const pieces: Buffer[] = [];
    for await (const piece of await archive.openReadStreamPromise(entry)) {
      bytes.update(piece as Buffer);
      sha256.update(piece as Buffer);
      if (/^(MD5|SHA256)SUMS/.test(entry.fileName)) pieces.push(piece as Buffer);
    }
    digests.set(entry.fileName, { md5: bytes.digest('hex'), sha256: sha256.digest('hex') });
    if (pieces.length > 0) sums.set(entry.fileName, Buffer.concat(pieces).toString());
  }
  const [md5Sums = '', sha256Sums = ''] = [...digests.keys()].slice(-2);
  const listsSums = md5Sums.startsWith('MD5SUMS') && sha256Sums.startsWith('SHA256SUMS');
  if (listsSums) {
    for (const [algorithm, name] of [['md5', md5Sums] as const, ['sha256', sha256Sums] as const]) {
      const files = [...digests].slice(0, -2);
      const expected = files.map(([path, digest]) => `${digest[algorithm]}  ${path}\n`).join('');
      if ((sums.get(name) ?? '') !== expected) throw new Error(`The checksum file ${name} does not match the archive.`);
    }
  }
  const files = [...digests].slice(0, listsSums ? -2 : undefined);
  return new Map(files.map(([path, { md5 }]) => [path, md5]));
}

/** Returns the text of each file in a zip archive by name. */
export async function textsOfArchive(file: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const archive = await yauzl.openPromise(file, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    if (!entry.fileName.endsWith('/'))
      texts.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)));
  }
  return texts;
}
