import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { findCovered } from '../support/findCovered';
import { tinyTiff } from '../support/scanDay';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_ADMIN } from '../support/walkLogin';
import { holdArchives, signInAs, test } from './support';

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Scrolls all areas of the page to their ends, and the page. Returns the controls in the window that the dock covers. */
function findUnderDock(isPageScrolled: boolean): string[] {
  for (const area of document.querySelectorAll('main *')) area.scrollTop = area.scrollHeight;
  window.scrollTo(0, isPageScrolled ? document.documentElement.scrollHeight : 0);
  return [...document.querySelectorAll('main a[href], main button, main input')].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true })) return [];
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    // Null for a control outside the window.
    const cover = hit?.closest('[aria-label="Transfers"], [aria-label="Finished upload"]');
    return cover === null || cover === undefined ? [] : [control.getAttribute('aria-label') ?? control.textContent];
  });
}

async function expectNothingCovered(page: Page): Promise<void> {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await expect.poll(() => page.evaluate(findUnderDock, true), `at the end, ${size.width} px wide`).toEqual([]);
    expect(await page.evaluate(findCovered), `${size.width} px wide`).toEqual([]);
  }
}

test('neither the panel of the transfers nor the line about a finished upload covers a control at the end of a page', async ({
  page,
  context,
  backend,
  disk,
}) => {
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
  const place = `/acme/${encodeURIComponent(project)}/DS`;
  await signInAs(page, backend, ACME_ADMIN);
  await page.goto(`${place}/upload`);
  const file = path.join(disk, nameOf(1));
  fs.writeFileSync(file, tinyTiff(20_001));
  await chooseBy(page, 'Choose files', file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const end = page.getByRole('region', { name: 'Finished upload' });
  await expect(end).toBeVisible();
  await expectNothingCovered(page);
  await end.getByRole('link', { name: 'Show the files' }).click();
  // The line is dismissed with the link, so that it does not stay while the files are used.
  await expect(end).toBeHidden();

  await page.setViewportSize(WINDOWS[0]);
  await page.getByRole('checkbox', { name: nameOf(1) }).check();
  await expect(page.getByRole('button', { name: 'Delete files' })).toBeVisible();
  const finish = await holdArchives(context);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Transfers' }).getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.getByRole('checkbox', { name: nameOf(2) }).check();
  await expect(page.getByRole('button', { name: 'Rename files' })).toBeVisible();
  await expectNothingCovered(page);
  // The panes of a wide window scroll by themselves.
  await page.setViewportSize(WINDOWS[0]);
  await expect.poll(() => page.evaluate(findUnderDock, false), 'without scrolling the page').toEqual([]);
  finish();
});
