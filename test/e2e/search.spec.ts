import path from 'node:path';
import { expect } from '@playwright/test';
import { drawnTiff } from '../support/drawnTiff';
import { signIn } from '../support/signIn';
import { storeFiles } from '../support/storedFiles';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

test('a file in a folder is found from its dataset, its project and the list of projects, and downloads what was found', async ({
  page,
  backend,
  disk,
}) => {
  // Unique, so that the test can be repeated on the same backend.
  const word = path.basename(disk).replace('data-manager-e2e-', 'Sought');
  const member = await signIn(backend, ACME_MEMBER.email);
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: word });
  await member.make('/dataset', { projectHash, dataset: 'TC900' });
  const image = (section: number) => `${word}_S${String(section).padStart(6, '0')}_L02_ch02.tif`;
  const key = `acme/${word}/TC900/fix/${image(42)}`;
  await storeFiles(member, [
    [key, drawnTiff(2_000, 1)],
    [`acme/${word}/TC900/${image(41)}`, drawnTiff(2_000, 2)],
  ]);
  await signInAs(page, backend, ACME_MEMBER);

  const search = page.getByRole('searchbox', { name: 'Search' });
  const found = page.getByRole('checkbox', { name: image(42) });
  for (const place of [`acme/${word}/TC900`, `acme/${word}`]) {
    await page.goto(`/${place}`);
    await search.fill('S000042_L02_ch02');
    await expect(found).toBeVisible();
    await expect(page.getByText(/^1 of 2 files, /)).toBeVisible();
  }

  await page.goto('/acme');
  await search.fill(`${word.toUpperCase()} s000042`);
  await page
    .getByRole('region', { name: 'Datasets and files' })
    .getByRole('link', { name: image(42) })
    .click();
  await expect(found).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/acme/${word}/TC900\\?folder=fix&q=`));

  await search.fill('');
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'TC900' }).click();
  // The field takes the search of the new address.
  await expect(page.getByRole('checkbox', { name: 'fix' })).toBeVisible();
  await search.fill('s000042 CH02');
  await expect(page.getByText('1 file shown (', { exact: false })).toBeVisible();
  const order = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/download'));
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await order).postDataJSON()).toMatchObject({ files: [key] });
});
