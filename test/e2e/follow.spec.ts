import path from 'node:path';
import { expect } from '@playwright/test';
import { drawnTiff } from '../support/drawnTiff';
import { giveFolderPicker, writeIntoFolder } from '../support/folderPicker';
import { eventually } from '../support/settled';
import { signIn } from '../support/signIn';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

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
  await signInAs(page, backend, ACME_MEMBER, `/acme/${encodeURIComponent(project)}/upload`);
  await page.getByRole('button', { name: 'Follow this folder' }).click();
  await expect(transfers.getByRole('button', { name: 'Stop following' })).toBeVisible();

  await writeIntoFolder(page, 'brain_S000001_L01_ch01.tif', image.subarray(0, 9_000));
  await writeIntoFolder(page, 'scan 7.tif', image);
  const field = transfers.getByRole('textbox', { name: 'New name for scan 7.tif' });
  await eventually(page, () => expect(field).toBeVisible({ timeout: 100 }));
  expect(await isOnServer('brain_S000001_L01_ch01.tif')).toBe(false);
  await writeIntoFolder(page, 'brain_S000001_L01_ch01.tif', image);
  await expectUploaded('brain_S000001_L01_ch01.tif');
  await tab.click();
  await field.fill('brain_S000007_L01_ch01.tif');
  await field.press('Enter');
  await expectUploaded('brain_S000007_L01_ch01.tif');

  await page.reload();
  await expect(tab).toBeVisible();
  await writeIntoFolder(page, 'brain_S000002_L01_ch01.tif', image);
  await expectUploaded('brain_S000002_L01_ch01.tif');
  await tab.click();
  await transfers.getByRole('button', { name: 'Stop following' }).click();
  await expect(transfers.getByText('No longer following lab disk.')).toBeVisible();
  await transfers.getByRole('button', { name: 'Dismiss' }).click();
  await expect(transfers).toBeHidden();
});
