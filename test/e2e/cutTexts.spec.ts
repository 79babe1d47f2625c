import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { findCut } from '../support/findCut';
import { tinyTiff } from '../support/scanDay';
import { SERVICE, StandIn } from '../support/standIn';
import { ARABIC_TITLE, files, imageNames } from '../support/walk/inventedLists';
import { ACME_ADMIN } from '../support/walkLogin';
import { signInAs, test } from './support';

const PROJECT = 'acme/mouse-brain-atlas';

const WIDTHS = [1920, 1440, 720, 390];

const DATASET = {
  datasetHash: 'a'.repeat(32),
  projectHash: 'b'.repeat(32),
  dataset: 'Brain07',
  description: '',
  sid: 'acme',
  physicalSections: 600,
  bitDepth: 16,
  channels: [1, 2].map((num) => ({ num, name: `Channel ${num}` })),
  attributes: {},
};

async function expectNothingCut(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate(findCut), `${width} px`).toEqual([]);
  }
}

test('what the filmstrip says of a section is not cut in any common window', async ({ page, backend }) => {
  const standIn = await StandIn.over(page);
  // One image of the section is missing, and the other one is scanned twice.
  const names = [...imageNames('Brain07', 1_200), 'again/Brain07_S000251_L01_ch01.tif'];
  standIn.answer(SERVICE.datasets, { json: { datasets: [DATASET] } });
  standIn.answer(
    SERVICE.files,
    files(
      PROJECT,
      names.map((name) => `Brain07/${name}`),
    ),
  );
  await signInAs(page, backend, ACME_ADMIN, `/${PROJECT}/Brain07?section=251`);
  await page.getByRole('button', { name: 'Filmstrip' }).click();
  await expect(page.getByRole('option', { name: '1 missing, 1 scanned twice' })).toBeVisible();
  await expectNothingCut(page);
});

test('what a list says of a flat image is not cut in any common window', async ({ page, backend }) => {
  const standIn = await StandIn.over(page);
  const names = imageNames('Brain07', 4).map((name) => `Brain07/${name}`);
  standIn.answer(SERVICE.datasets, { json: { datasets: [DATASET] } });
  standIn.answer(SERVICE.files, files(PROJECT, names));
  standIn.addHeaders(SERVICE.pictures, { 'x-image-flat': 'true' });
  await page.route(/\/get-thumbnail-image\//, (route) =>
    route.fallback({
      url: route
        .request()
        .url()
        .replace(/Brain07/g, 'TC042'),
    }),
  );
  await signInAs(page, backend, ACME_ADMIN, `/${PROJECT}/Brain07`);
  await expect(page.getByRole('grid').getByText('Flat: all pixels equal').first()).toBeVisible();
  await expectNothingCut(page);
  // Pictures are still on their way.
  await page.unrouteAll({ behavior: 'wait' });
});

test('neither the names and keys of chosen files nor several reasons in one row are cut in any common window', async ({
  page,
  backend,
  disk,
}) => {
  const standIn = await StandIn.over(page);
  const other = { ...DATASET, dataset: 'Kidney', datasetHash: 'c'.repeat(32) };
  const names = ['Kidney_S000001_L01_ch01.tif', `${'x'.repeat(100)}_S000002_L01_ch01.tif`];
  standIn.answer(SERVICE.datasets, { json: { datasets: [DATASET, other] } });
  const stored = [names[0] ?? '', 'Brain07_S000001_L01_ch01.tif', 'Brain07_S000002_L01_ch01.tif'];
  standIn.answer(
    SERVICE.files,
    files(
      PROJECT,
      stored.map((name) => `Brain07/${name}`),
    ),
  );
  await signInAs(page, backend, ACME_ADMIN, `/${PROJECT}/Brain07/upload`);
  const chosen = names.map((name) => path.join(disk, name));
  for (const [index, file] of chosen.entries()) fs.writeFileSync(file, tinyTiff(index));
  await chooseBy(page, 'Choose files', chosen);
  const grid = page.getByRole('grid', { name: 'Chosen files' });
  await expect(grid.getByText('Named for Kidney')).toBeVisible();
  await expect(grid.getByText(/^On the server: /)).toBeVisible();
  await expectNothingCut(page);
});

test('the descriptions of projects and datasets wrap, and are shown on their pages in full', async ({
  page,
  backend,
}) => {
  const standIn = await StandIn.over(page);
  const description = 'Perfused on day 60, cleared with iDISCO, imaged at 1.37 µm, and inspected section by section';
  const hash = { projectHash: DATASET.projectHash };
  standIn.answer(SERVICE.projects, {
    json: { projects: [{ sponsorId: 'acme', title: 'mouse-brain-atlas', description, ...hash }] },
  });
  standIn.answer(SERVICE.datasets, { json: { datasets: [{ ...DATASET, description }] } });
  standIn.answer(SERVICE.files, files(PROJECT, []));
  await signInAs(page, backend, ACME_ADMIN);
  for (const address of ['/acme', `/${PROJECT}`]) {
    await page.goto(address);
    const row = page.getByRole('row').filter({ hasText: 'Perfused' });
    await expect(row).toBeVisible();
    await expectNothingCut(page);
    await page.setViewportSize({ width: 1440, height: 844 });
    // Longer than three lines.
    const long = row.getByText(description);
    await long.evaluate((element) => (element.textContent = element.textContent.repeat(20)));
    expect((await row.boundingBox())?.height).toBeLessThan(80);
  }
  await page.getByRole('link', { name: 'Brain07' }).click();
  await page.getByRole('tab', { name: 'Metadata' }).click();
  await expect(page.getByRole('region', { name: 'Metadata' }).getByText(description)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', { name: 'Metadata' }).getByText(description)).toBeVisible();
});

test('neither the counts in the list of datasets nor the names and dates of deleted files are cut in any common window', async ({
  page,
  backend,
}) => {
  const standIn = await StandIn.over(page);
  const names = imageNames('Brain07', 1_200).map((name) => `Brain07/${name}`);
  const key = `${PROJECT}/Brain07/Brain07_S000060_L01_ch01.tif`;
  standIn.answer(SERVICE.datasets, { json: { datasets: [DATASET] } });
  standIn.answer(SERVICE.files, files(PROJECT, names));
  const times = { deletedAt: '2026-03-02T10:15:00Z', removedAfter: '2026-04-01T10:15:00Z' };
  standIn.answer(/\/deleted$/, { json: { deleted: [], files: [{ key, size: 1, ...times }] } });
  await signInAs(page, backend, ACME_ADMIN, `/${PROJECT}`);
  await expect(page.getByText('599 of 600, 1,199 of 1,200 images')).toBeVisible();
  await expectNothingCut(page);
  await page.getByRole('button', { name: 'Transfer history' }).click();
  await page.getByRole('tab', { name: 'Deleted' }).click();
  await expect(page.getByRole('button', { name: /^Restore / })).toBeVisible();
  await expectNothingCut(page);
  // Beside the name in a narrow window, otherwise in a column of its own.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByText('Kept until').filter({ visible: true })).toHaveCount(1);
  }
});

test('the name of a project written from right to left is shown whole beside the download button, and longer ones lose their end', async ({
  page,
  backend,
}) => {
  const standIn = await StandIn.over(page);
  standIn.answer(SERVICE.projects, {
    json: {
      projects: [ARABIC_TITLE, ARABIC_TITLE.repeat(5)].map((title) => ({ sponsorId: 'acme', title })),
    },
  });
  standIn.answer(SERVICE.datasets, { json: { datasets: [] } });
  standIn.answer(SERVICE.files, (route) =>
    files(new URL(route.request().url()).searchParams.get('path') ?? '', imageNames('Brain07', 4)),
  );
  await signInAs(page, backend, ACME_ADMIN);
  await page.setViewportSize({ width: 1440, height: 844 });
  const open = async (title: string) => {
    await page.goto(`/acme/${encodeURIComponent(title)}`);
    const name = page.getByText(/^: 4 files/).locator('xpath=preceding-sibling::*');
    await expect(name).toHaveText(title);
    return name;
  };
  const whole = await open(ARABIC_TITLE);
  expect(await whole.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const long = await open(ARABIC_TITLE.repeat(5));
  await expect(long).toHaveCSS('direction', 'rtl');
});
