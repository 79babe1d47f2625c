import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { findCovered } from '../support/findCovered';
import { findUnderDock } from '../support/findUnderDock';
import { tinyTiff } from '../support/scanDay';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_ADMIN } from '../support/walkLogin';
import { holdArchives, signInAs, test } from './support';

/** Common windows. The last one is 1440 × 900 at 200 %. */
const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 720, height: 450 },
] as const;

/** Checks that the dock covers nothing of the page: at rest, at its end, and when a control has the focus. */
async function expectNothingCovered(page: Page, name: string): Promise<void> {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    const where = `${name}, ${size.width} × ${size.height}`;
    for (const moment of ['at rest', 'at the end', 'with the focus'] as const) {
      await expect.poll(() => page.evaluate(findUnderDock, moment), `${where}, ${moment}`).toEqual([]);
    }
    expect(await page.evaluate(findCovered), where).toEqual([]);
  }
  await page.setViewportSize(WINDOWS[1]);
}

test('no control or text of a page is under the panel of the transfers or the line about a finished upload', async ({
  page,
  context,
  backend,
  disk,
}) => {
  test.slow();
  const project = `dock ${path.basename(disk)}`;
  const admin = await signIn(backend, ACME_ADMIN.email);
  const { body } = await admin.call<{ projectHash: string }>('POST', '/project', { title: project });
  const channels = [{ num: 1, name: 'Channel 1' }];
  await admin.call('POST', '/dataset', {
    projectHash: body.projectHash,
    dataset: 'DS',
    physicalSections: 40,
    channels,
  });
  const nameOf = (section: number) => `DS_S0000${String(section).padStart(2, '0')}_L01_ch01.tif`;
  for (let section = 2; section <= 40; section += 1) {
    await uploadFile(admin, `acme/${project}/DS/${nameOf(section)}`, [tinyTiff(20_000)]);
  }
  const projectPath = `/acme/${encodeURIComponent(project)}`;
  await signInAs(page, backend, ACME_ADMIN, `${projectPath}/DS/upload`);
  const file = path.join(disk, nameOf(1));
  fs.writeFileSync(file, tinyTiff(20_001));
  await chooseBy(page, 'Choose files', file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The file is uploaded.' })).toBeVisible();
  const end = page.getByRole('region', { name: 'Finished upload' });
  // The result of the upload says the same.
  await expect(end).toBeHidden();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: project }).click();
  await expect(end).toBeVisible();
  await end.getByRole('link', { name: 'Show the files' }).click();
  // The line is dismissed with the link, so that it does not stay while the files are used.
  await expect(end).toBeHidden();

  await page.setViewportSize(WINDOWS[1]);
  await page.getByRole('checkbox', { name: nameOf(1) }).check();
  await expect(page.getByRole('button', { name: 'Delete files' })).toBeVisible();
  const finish = await holdArchives(context);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(transfers.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.getByRole('checkbox', { name: nameOf(2) }).check();
  await expect(page.getByRole('button', { name: 'Rename files' })).toBeVisible();
  await expectNothingCovered(page, 'dataset with a selection');
  await page.getByRole('tab', { name: 'Metadata' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Metadata' })).toBeVisible();
  await expectNothingCovered(page, 'metadata');
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expectNothingCovered(page, 'metadata form');
  await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('button', { name: 'Compare with a folder' }).click();
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
  await expectNothingCovered(page, 'comparison');

  for (const address of ['/acme', projectPath, `${projectPath}/DS/upload`]) {
    await page.goto(address);
    await expect(transfers).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNothingCovered(page, address);
  }
  await transfers.getByRole('button', { name: 'Collapse' }).click();
  await page.goto(projectPath);
  await expect(transfers.getByRole('button', { name: 'Expand' })).toBeVisible();
  // One line.
  expect((await transfers.boundingBox())?.height).toBeLessThan(48);
  await expectNothingCovered(page, 'collapsed');
  finish();
});
