import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createLocalPaths } from '@data-manager/domain/fetches/localPaths';
import { shownName } from '@data-manager/domain/names/shownName';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { KEPT_NAMES, longestName } from '../support/hostileNames';
import { signIn } from '../support/signIn';
import { md5OfArchive } from '../support/unzip';
import { ACME_MEMBER } from '../support/walkLogin';
import { md5OfFolder, nextArchive, signInAs, test } from './support';

const MARKUP = '<img src=x onerror="window.wasRun=1">';
const OVERRIDE = 'photo\u202efit.exe';
const TOP = 'odd names';

function imageOf(name: string, section: number): string {
  return `${name}_S${String(section).padStart(6, '0')}_L01_ch01.tif`;
}

function write(disk: string, folders: readonly string[], name: string, seed: number): void {
  const folder = path.join(disk, TOP, ...folders);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), drawnTiff(2_000, seed));
}

/** Creates a project named after the test's temporary folder, so that tests can be repeated on the same backend. */
async function newProject(backend: Parameters<typeof signIn>[0], disk: string, before = 'names'): Promise<string> {
  const title = `${before} ${path.basename(disk)}`;
  const member = await signIn(backend, 'member@acme.example');
  const { status } = await member.call('POST', '/project', { title, description: `${MARKUP}${OVERRIDE}` });
  expect(status).toBe(200);
  return title;
}

/** Uploads the selected files, and waits until the server has all of them. */
async function upload(page: Page, files: number): Promise<void> {
  let completed = 0;
  page.on('response', (response) => {
    const isCall = response.request().method() === 'POST' && response.url().endsWith('/upload/complete');
    if (isCall && response.ok()) completed += 1;
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(() => completed, { timeout: 60_000 }).toBe(files);
  await expect(page.getByRole('region', { name: 'Transfers' })).toBeHidden();
  await page
    .getByRole('region', { name: 'Result of the upload' })
    .getByRole('link', { name: 'Show the files' })
    .click();
}

/** Navigates within the app, without loading a new document. */
async function stepTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

/** Checks that markup in names was neither rendered nor executed. */
async function expectNoMarkup(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, 'wasRun') as unknown)).toBeUndefined();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
}

test.beforeEach(async ({ page, backend }) => {
  await signInAs(page, backend, ACME_MEMBER);
});

test('names with special characters survive upload and listing unchanged, and download unless they are unsafe', async ({
  page,
  backend,
  disk,
}) => {
  const project = await newProject(backend, disk);
  KEPT_NAMES.forEach(([, name], index) => write(disk, [name], imageOf(name, index + 1), index));
  write(disk, [longestName('')], longestName('_S000090_L01_ch01.tif'), 90);
  write(disk, ['u\u0308'], 'u\u0308_S000091_L01_ch01.tif', 91);

  await page.goto(`/acme/${encodeURIComponent(project)}/upload`);
  await chooseBy(page, 'Choose folder', path.join(disk, TOP));
  await upload(page, KEPT_NAMES.length + 2);

  for (const [index, [, name]] of KEPT_NAMES.entries()) {
    const folder = new URLSearchParams({ folder: `${TOP}/${name}` });
    await stepTo(page, `/acme/${encodeURIComponent(project)}?${folder.toString()}`);
    const shown = shownName(imageOf(name, index + 1));
    await expect(page.getByRole('checkbox', { name: shown, exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Folders' })).toContainText(shownName(name));
  }

  await page.goto(`/acme/${encodeURIComponent(project)}`);
  await page.getByRole('checkbox', { name: TOP }).check();
  const download = nextArchive(page);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const archive = path.join(disk, 'archive.zip');
  await (await download).saveAs(archive);
  const sent = await md5OfFolder(path.join(disk, TOP));
  const pathOf = createLocalPaths('');
  const expected = [...sent].map(([name, digest]) => [pathOf(`${TOP}/${name}`), digest] as const);
  const found = await md5OfArchive(archive);
  expect(found.delete('Renamed files.txt')).toBe(true);
  expect(found).toEqual(new Map(expected));
  await expectNoMarkup(page);
});

test('folders with special characters in their names open from every list', async ({ page, backend, disk }) => {
  const project = await newProject(backend, disk, `${OVERRIDE} ${MARKUP} %2e%2e%2f`);
  const names = [MARKUP, OVERRIDE, '%2e%2e%2f', '__proto__', 'a#b?c&d=e'];
  names.forEach((name, index) => write(disk, [name], imageOf(name, index + 1), index));
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search' }).fill(path.basename(disk));
  await page.getByRole('link', { name: shownName(project), exact: true }).click();
  await expect(page.getByRole('heading', { name: shownName(project), exact: true })).toBeVisible();
  await expect(page.getByText(shownName(MARKUP + OVERRIDE))).toBeVisible();
  await expect(page).toHaveTitle(`${shownName(project)} – Data Manager`);
  await expect(page).toHaveURL(({ pathname }) => pathname === `/acme/${encodeURIComponent(project)}`);

  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await chooseBy(page, 'Choose folder', path.join(disk, TOP));
  await upload(page, names.length);
  await page.reload();
  await page.getByRole('link', { name: TOP, exact: true }).click();
  for (const [index, name] of names.entries()) {
    await page.getByRole('link', { name: shownName(name), exact: true }).click();
    await expect(page.getByRole('checkbox', { name: shownName(imageOf(name, index + 1)), exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: TOP }).click();
  }
  await expectNoMarkup(page);
});
