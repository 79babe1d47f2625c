import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { drawnTiff } from '../support/drawnTiff';
import { giveFolderPicker } from '../support/folderPicker';
import { signIn } from '../support/signIn';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

/** Time that passes between two checks. Short enough for the uploads, which take real time. */
const STEP_MS = 4_000;

/** Writes a file into the followed folder. */
async function write(page: Page, name: string, content: Buffer): Promise<void> {
  await page.evaluate(
    async ([fileName, text]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('lab disk', { create: true });
      const writable = await (await folder.getFileHandle(fileName, { create: true })).createWritable();
      await writable.write(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
      await writable.close();
    },
    [name, content.toString('base64')] as const,
  );
}

/** Lets time pass on the page until a check succeeds. */
function eventually(page: Page, check: () => Promise<void>): Promise<void> {
  return expect(async () => {
    await page.clock.runFor(STEP_MS);
    await check();
  }).toPass({ intervals: [100] });
}

test('a followed folder is uploaded as its files are completed, before and after a reload, until the user stops', async ({
  page,
  backend,
  disk,
}) => {
  const project = `followed ${path.basename(disk)}`;
  const session = await signIn(backend, ACME_MEMBER.email);
  expect((await session.call('POST', '/project', { title: project, description: '' })).status).toBe(200);
  const isOnServer = async (name: string): Promise<boolean> => {
    const query = new URLSearchParams({ path: `acme/${project}` }).toString();
    const { body } = await session.call<{ files: { key: string }[] }>('GET', `/manage/files?${query}`);
    return body.files.some(({ key }) => key === `acme/${project}/lab disk/${name}`);
  };
  const expectUploaded = (name: string) => eventually(page, async () => expect(await isOnServer(name)).toBe(true));
  const image = drawnTiff(40_000, 1);
  const transfers = page.getByRole('region', { name: 'Transfers' });
  const tab = transfers.getByRole('tab', { name: 'Folders (1)' });

  await giveFolderPicker(page);
  await page.clock.install();
  await signInAs(page, backend, ACME_MEMBER);
  await page.goto(`/acme/${encodeURIComponent(project)}/upload`);
  await page.getByRole('button', { name: 'Follow this folder' }).click();
  await expect(transfers.getByRole('button', { name: 'Stop following' })).toBeVisible();

  await write(page, 'brain_S000001_L01_ch01.tif', image.subarray(0, 9_000));
  await write(page, 'scan 7.tif', image);
  const field = transfers.getByRole('textbox', { name: 'New name for scan 7.tif' });
  await eventually(page, () => expect(field).toBeVisible({ timeout: 100 }));
  expect(await isOnServer('brain_S000001_L01_ch01.tif')).toBe(false);
  await write(page, 'brain_S000001_L01_ch01.tif', image);
  await expectUploaded('brain_S000001_L01_ch01.tif');
  await tab.click();
  await field.fill('brain_S000007_L01_ch01.tif');
  await field.press('Enter');
  await expectUploaded('brain_S000007_L01_ch01.tif');

  await page.reload();
  await expect(tab).toBeVisible();
  await write(page, 'brain_S000002_L01_ch01.tif', image);
  await expectUploaded('brain_S000002_L01_ch01.tif');
  await tab.click();
  await transfers.getByRole('button', { name: 'Stop following' }).click();
  await expect(transfers.getByText('No longer following lab disk.')).toBeVisible();
  await transfers.getByRole('button', { name: 'dismiss' }).click();
  await expect(transfers).toBeHidden();
});
