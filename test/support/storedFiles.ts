import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Session } from './signIn';
import type { Backend } from './startBackend';
import { until } from './until';
import { md5OfArchive } from './unzip';
import { uploadFile } from './uploadFile';

/** Uploads small files. Their projects must exist. */
export async function storeFiles(
  session: Session,
  files: Iterable<readonly [key: string, body: Buffer]>,
): Promise<void> {
  for (const [key, body] of files) await uploadFile(session, key, [body]);
}

/** Returns whether any blob in the data folder has this content. */
export async function isStored(dataDir: string, content: Buffer | string): Promise<boolean> {
  const blobs = join(dataDir, 'blobs');
  for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // The server may delete a file after it was listed.
    const stored = await readFile(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (stored?.equals(Buffer.from(content))) return true;
  }
  return false;
}

/** Downloads a file in an archive and returns the MD5 of its content; undefined if there is no such file. */
export async function md5OfStored(session: Session, key: string): Promise<string | undefined> {
  const order = { onlyDownSamples: false, files: [key], zipFileName: 'file.zip' };
  const { status, body } = await session.call<{ ref: string }>('POST', '/download', order);
  if (status === 404) return undefined;
  const url = await until('the archive is ready', async () => {
    const progress = await session.call<{ url?: string }>('GET', `/download/progress/${body.ref}`);
    return progress.body.url;
  });
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-'));
  try {
    const archive = join(folder, 'file.zip');
    await writeFile(archive, Buffer.from(await (await fetch(url)).arrayBuffer()));
    return [...(await md5OfArchive(archive)).values()][0];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Lists the keys of the files below a path. */
export async function listKeys(session: Session, path: string): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ path, ...(cursor === undefined ? {} : { cursor }) }).toString();
    const { body } = await session.call<{ files: { key: string }[]; cursor?: string }>('GET', `/manage/files?${query}`);
    keys.push(...body.files.map(({ key }) => key));
    cursor = body.cursor;
  } while (cursor !== undefined);
  return keys;
}

/**
 * Writes files as earlier versions of the backend stored them, and restarts the backend, which imports them. A key that
 * ends in a slash is an empty folder. Their projects must exist.
 */
export async function importOldFiles(
  backend: Backend,
  files: Iterable<readonly [key: string, body: Buffer | string]>,
): Promise<void> {
  for (const [key, body] of files) {
    const path = join(backend.dataDir, 'objects', key);
    await mkdir(key.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!key.endsWith('/')) await writeFile(path, body);
  }
  await backend.restart();
}
