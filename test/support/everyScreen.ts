import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { drawnTiff } from './drawnTiff';
import { ACME_ADMIN, walkLogin } from './walkLogin';

/** Where the walk has come to. */
type Visit = (name: string) => Promise<void>;

interface Walk {
  readonly page: Page;
  readonly appUrl: string;
  /** A folder for files to choose. */
  readonly disk: string;
  readonly visit: Visit;
}

const PROJECT = '/acme/mouse-brain-atlas';
const DATASET = `${PROJECT}/TC042`;

/**
 * Walks the product with the sample data of a backend, from the login on, and calls back at each screen and state of
 * it. Nothing is changed on the way but a download that begins and is cancelled.
 */
export async function walkEveryScreen(walk: Walk): Promise<void> {
  await visitProjects(walk);
  await visitDatasets(walk);
  await visitUpload(walk);
  await visitTransfers(walk);
  await visitTroubles(walk);
}

async function visitProjects({ page, appUrl, visit }: Walk): Promise<void> {
  await page.goto(appUrl);
  await expect(page.getByRole('dialog', { name: 'Login Failed' })).toBeVisible();
  await visit('login');
  await walkLogin(page, appUrl, ACME_ADMIN);
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
  await visit('projects');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await visit('shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is called so');
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeHidden();
  await visit('projects-none-found');
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('button', { name: 'New project' }).click();
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
  await visit('new-project');
  await page.keyboard.press('Escape');
  for (const [item, name] of [
    ['Rename', 'rename-project'],
    ['Delete', 'delete-project'],
  ] as const) {
    await page.getByRole('button', { name: 'Actions for mouse-brain-atlas' }).click();
    await expect(page.getByRole('menuitem', { name: item })).toBeVisible();
    if (item === 'Rename') await visit('project-menu');
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await visit(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

async function visitDatasets({ page, appUrl, visit }: Walk): Promise<void> {
  await page.goto(appUrl + PROJECT);
  await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
  await visit('project');
  await page.getByRole('button', { name: 'New dataset' }).click();
  await expect(page.getByRole('dialog', { name: 'New dataset' })).toBeVisible();
  await visit('new-dataset');
  await page.keyboard.press('Escape');
  await page.goto(appUrl + DATASET);
  await everyThumbnail(page);
  await expect(page.getByRole('application', { name: 'Picture' })).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('checkbox', { name: 'TC042_S000001_L01_ch01.tif' }).check();
  await visit('dataset');
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  await expect(page.getByLabel('Dataset', { exact: true })).toBeFocused();
  await visit('metadata');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Dataset' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await visit('delete-dataset');
  await page.goto(`${appUrl}${PROJECT}/there-is-no-such-dataset`);
  await expect(page.getByText('There is no dataset')).toBeVisible();
  await visit('missing-dataset');
}

async function visitUpload({ page, appUrl, disk, visit }: Walk): Promise<void> {
  await page.goto(`${appUrl}${DATASET}/upload`);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await visit('upload-empty');
  await chooseFiles(page, disk, ['TC042_S000023_L01_ch01.tif', 'TC042_S000025_L01_ch01.tif', 'signal_ch000024.tif']);
  await expect(page.getByText('invalid total Sections')).toBeVisible();
  await visit('upload');
  await page.getByRole('checkbox', { name: 'signal_ch000024.tif' }).check();
  await page.getByRole('button', { name: /^Rename/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await visit('rename-files');
  await page.keyboard.press('Escape');
}

async function visitTransfers({ page, appUrl, visit }: Walk): Promise<void> {
  await page.goto(appUrl + PROJECT);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(page.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await visit('transfers');
  await transfers.getByRole('button', { name: 'More', exact: false }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await visit('transfers-menu');
  await page.keyboard.press('Escape');
  await transfers.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
  await visit('cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(transfers).toBeHidden();
  await page.getByRole('button', { name: 'Transfer history' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await visit('history');
  await page.keyboard.press('Escape');
}

async function visitTroubles({ page, appUrl, visit }: Walk): Promise<void> {
  let isRefused = true;
  await page.route('**/dataset/*', (route) =>
    isRefused ? route.fulfill({ status: 409, json: { msg: 'The disk is full' } }) : route.continue(),
  );
  await page.goto(appUrl + PROJECT);
  await expect(page.getByRole('group', { name: 'The datasets could not be loaded' })).toBeVisible();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await visit('refused');
  isRefused = false;
  await page.context().setOffline(true);
  await expect(page.getByText('offline', { exact: true })).toBeVisible();
  await visit('offline');
  await page.context().setOffline(false);
}

/** Chooses files that are made for it. */
async function chooseFiles(page: Page, disk: string, names: readonly string[]): Promise<void> {
  const files = names.map((name, index) => {
    const file = path.join(disk, name);
    fs.writeFileSync(file, drawnTiff(400_000 * (index + 1), index));
    return file;
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files);
}

async function everyThumbnail(page: Page): Promise<void> {
  const pictures = page.getByRole('grid').getByRole('img');
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.every((one) => !(one instanceof HTMLImageElement) || one.naturalWidth > 0)),
    )
    .toBe(true);
}
