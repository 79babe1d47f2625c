import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from './signIn';
import { runSql, type Backend } from './startBackend';
import { until } from './until';
import { md5OfArchive } from './unzip';
import { md5, uploadFile } from './uploadFile';

/** Uploads small files. Their projects must exist. */
export async function storeFiles(
  session: Session,
  files: Iterable<readonly [key: string, body: Buffer]>,
): Promise<void> {
  for (const [key, body] of files) await uploadFile(session, key, [body]);
}

/** Returns whether any blob in the data folder has this content. */
export async function isStored(dataDir: string, content: Buffer | string): Promise<boolean> {
  const wanted = Buffer.from(content);
  async function isBelow(folder: string): Promise<boolean> {
    // The server may delete a folder or file after it was listed.
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (await isBelow(path)) return true;
      } else if ((await readFile(path).catch(() => undefined))?.equals(wanted) === true) return true;
    }
    return false;
  }
  return isBelow(join(dataDir, 'blobs'));
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
 * Stores many files at once, and restarts the backend. A key that ends in a slash is an empty folder. Their projects must
 * exist.
 */
export async function storeAtOnce(
  backend: Backend,
  files: Iterable<readonly [key: string, body: Buffer | string]>,
): Promise<void> {
  const prefix = '0'.repeat(32);
  const folder = join(backend.dataDir, 'blobs', prefix);
  await mkdir(folder, { recursive: true });
  const rows: string[] = [];
  for (const [key, body] of files) {
    if (!key.endsWith('/')) await writeFile(join(folder, md5(key)), body);
    rows.push(`('${key}', ${String(Buffer.byteLength(body))})`);
  }
  await backend.kill();
  await runSql(
    backend.dataDir,
    `insert into objects (blob, project_hash, dataset_hash, path, size)
     select '${prefix}/' || md5(key), projects.hash, datasets.hash,
       substr(key, length(concat_ws('/', sponsor_id, title, name)) + 2), size
     from (values ${rows.join()}) as files (key, size)
     join projects on starts_with(key, sponsor_id || '/' || title || '/')
     left join datasets on project_hash = projects.hash
       and starts_with(key, concat_ws('/', sponsor_id, title, name) || '/')`,
  );
  await backend.restart();
}
