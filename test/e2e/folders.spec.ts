import { createHash } from 'node:crypto';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { giveFolderPicker } from '../support/folderPicker';
import { signIn } from '../support/signIn';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

const PROJECT = 'acme/kidney-clearing-pilot';

/** Lists the requests for ranges of files, and holds them after a number of them. */
async function watchRanges(context: BrowserContext) {
  const watch = { paths: [] as string[], limit: Infinity };
  await context.route(
    (url) => /\/contents\/|X-Amz-Signature/.test(url.href),
    async (route) => {
      if (route.request().headers().range === undefined) return route.fallback();
      watch.paths.push(new URL(route.request().url()).pathname);
      // A held request ends with the page.
      if (watch.paths.length <= watch.limit) await route.continue();
    },
  );
  return watch;
}

/** Returns the MD5 of each file in the folder by its path. */
async function md5sInFolder(page: Page): Promise<ReadonlyMap<string, string>> {
  const contents = await page.evaluate(async () => {
    const found: [string, string][] = [];
    const visit = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        if (handle instanceof FileSystemDirectoryHandle) await visit(handle, `${path}${name}/`);
        if (!(handle instanceof FileSystemFileHandle)) continue;
        const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
        found.push([path + name, Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')]);
      }
    };
    await visit(await (await navigator.storage.getDirectory()).getDirectoryHandle('lab disk'), '');
    return found;
  });
  return new Map(
    contents.map(([path, text]) => [path, createHash('md5').update(Buffer.from(text, 'latin1')).digest('hex')]),
  );
}

test('a download into a folder continues after a reload, verifies every file, and skips files that are in the folder already', async ({
  page,
  context,
  backend,
}) => {
  await giveFolderPicker(page);
  const ranges = await watchRanges(context);
  const session = await signIn(backend, ACME_MEMBER.email);
  const { body } = await session.call<{ files: { key: string; size: number; etag: string }[] }>(
    'GET',
    `/manage/files?${new URLSearchParams({ path: PROJECT }).toString()}`,
  );
  const files = body.files.filter(({ key }) => !key.endsWith('/'));
  await signInAs(page, backend, ACME_MEMBER, `/${PROJECT}`);

  ranges.limit = 3;
  await page.getByRole('button', { name: 'Download into a folder' }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(transfers.getByRole('tab', { name: 'Folders (1)' })).toBeVisible();
  await expect(transfers.getByText(`3 of ${String(files.length)} files,`)).toBeVisible();
  await expect(transfers.getByRole('progressbar', { name: /\.tif$/ })).toBeAttached();
  await transfers.getByRole('button', { name: 'Pause' }).click();
  await expect(transfers.getByText('Paused')).toBeVisible();
  await transfers.getByRole('button', { name: 'Resume' }).click();
  await expect(transfers.getByRole('button', { name: 'Pause' })).toBeVisible();

  ranges.limit = Infinity;
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(
    `kidney-clearing-pilot: ${String(files.length)} files in lab disk.`,
    {
      timeout: 90_000,
    },
  );
  await expect(transfers).toBeHidden();
  // The three files from before the reload are not fetched again.
  const saved = ranges.paths.slice(0, 3);
  expect(ranges.paths.slice(3).filter((path) => saved.includes(path))).toEqual([]);
  const md5s = await md5sInFolder(page);
  const etags = files.map(({ key, etag }) => [key.slice('acme/'.length), etag] as const).sort();
  const top = `${PROJECT.slice('acme/'.length)}/`;
  const sums = etags.map(([path, etag]) => `${etag}  ${path.slice(top.length)}\n`).join('');
  expect(md5s.get(`${top}MD5SUMS`)).toBe(createHash('md5').update(sums).digest('hex'));
  expect([...md5s].filter(([path]) => !path.endsWith('SUMS')).sort()).toEqual(etags);
  expect(md5s.size).toBe(etags.length + 2);

  await page.reload();
  const after = ranges.paths.length;
  await page.getByRole('button', { name: 'Download into a folder' }).click();
  await expect(page.getByRole('alert')).toContainText(
    `kidney-clearing-pilot: ${String(files.length)} files in lab disk.`,
    {
      timeout: 60_000,
    },
  );
  expect(ranges.paths).toHaveLength(after);
  expect(await md5sInFolder(page)).toEqual(md5s);
});
