import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** Returns the MD5 of each file in a zip archive by name. Rejects an incomplete archive. */
export async function md5OfArchive(file: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const archive = await yauzl.openPromise(file, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const hash = createHash('md5');
    for await (const piece of await archive.openReadStreamPromise(entry)) hash.update(piece as Buffer);
    digests.set(entry.fileName, hash.digest('hex'));
  }
  return digests;
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
