import path from 'node:path';
import { expect } from '@playwright/test';
import { signIn } from '../support/signIn';
import { listKeys, storeFiles } from '../support/storedFiles';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

test('files on the server are deleted, brought back, and renamed by a rule, in one list', async ({
  page,
  backend,
  disk,
}) => {
  const member = await signIn(backend, ACME_MEMBER.email);
  const title = path.basename(disk);
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title });
  await member.make('/dataset', { projectHash, dataset: 'TC7' });
  const root = `acme/${title}/TC7`;
  const names = ['scan_3.tif', 'scan_4.tif', 'wrong.tif'];
  await storeFiles(
    member,
    names.map((name) => [`${root}/${name}`, Buffer.from(name)]),
  );
  await signInAs(page, backend, ACME_MEMBER, `/${root}`);
  const grid = page.getByRole('grid', { name: 'Files of TC7' });
  const box = (name: string) => grid.getByRole('checkbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await expect.poll(() => box('wrong.tif').boundingBox()).toMatchObject({ width: 16, height: 16 });
  await box('wrong.tif').check();
  await button('Delete files').click();
  const deletion = page.getByRole('dialog', { name: 'Delete files' });
  await expect(deletion.getByText('wrong.tif')).toBeVisible();
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expect(box('wrong.tif')).toHaveCount(0);
  await expect.poll(() => listKeys(member, root)).toEqual([`${root}/scan_3.tif`, `${root}/scan_4.tif`]);
  await button('Undo').click();
  await expect(box('wrong.tif')).toBeVisible();

  await box('scan_3.tif').check();
  await box('scan_4.tif').check();
  await button('Rename files').click();
  const renaming = page.getByRole('dialog', { name: 'Rename files' });
  await renaming.getByRole('switch', { name: 'Use numbers from file names' }).check();
  await expect(renaming.getByText('TC7_S000004_L01_ch01.tif')).toBeVisible();
  await renaming.getByRole('button', { name: 'Rename' }).click();
  await expect(box('TC7_S000003_L01_ch01.tif')).toBeVisible();
  await expect(renaming).toBeHidden();
  const renamed = [3, 4].map((section) => `${root}/TC7_S00000${String(section)}_L01_ch01.tif`);
  await expect.poll(() => listKeys(member, root)).toEqual([...renamed, `${root}/wrong.tif`]);
});
