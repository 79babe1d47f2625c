import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { writeScanDay } from '../support/scanDay';
import { signIn } from '../support/signIn';
import { md5OfArchive } from '../support/unzip';
import { ACME_MEMBER } from '../support/walkLogin';
import { md5OfFolder, nextArchive, test } from './support';

/** More tab stops than any screen has before its first row. */
const TAB_STOPS = 60;

type Way = 'Tab' | 'Shift+Tab';

/** Presses Tab until the control has focus. */
async function tabTo(page: Page, control: Locator, way: Way = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < TAB_STOPS; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(way);
  }
  throw new Error(`${way} did not reach ${String(control)}.`);
}

/** Tabs to a control and presses Enter. */
async function enter(page: Page, control: Locator, way: Way = 'Tab'): Promise<void> {
  await tabTo(page, control, way);
  await page.keyboard.press('Enter');
}

/** Moves focus to a control in a grid row: Tab reaches the current row, and the arrow keys move from there. */
async function arrowTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const isInRow = () => page.evaluate(() => document.activeElement?.matches('[role=gridcell] *') === true);
  const isInItsRow = () =>
    control.evaluate((element) => element.closest('[role=row]')?.contains(document.activeElement) === true);
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  for (const [key, isThere] of [
    ['Tab', isInRow],
    ['ArrowDown', isInItsRow],
    ['ArrowRight', isFocused],
  ] as const) {
    for (let step = 0; step < TAB_STOPS && !(await isThere()); step += 1) await page.keyboard.press(key);
  }
  await expect(control).toBeFocused();
}

/** Signs in from the login dialog and waits for the project list. */
async function logIn(page: Page): Promise<void> {
  await page.goto('/');
  await enter(page, page.getByRole('button', { name: 'Login' }));
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(ACME_MEMBER.email);
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type(ACME_MEMBER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
}

test('a user without a mouse logs in, creates a project, uploads a folder and downloads it as an archive', async ({
  page,
  disk,
}) => {
  const project = path.basename(disk);
  const folder = path.join(disk, 'KEYS');
  fs.mkdirSync(folder);
  for (const section of [1, 2, 3]) {
    fs.writeFileSync(path.join(folder, `KEYS_S00000${section}_L01_ch01.tif`), drawnTiff(50_000 * section, section));
  }
  await logIn(page);

  await enter(page, page.getByRole('button', { name: 'New project' }));
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type(project);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: project })).toBeVisible();
  await enter(page, page.getByRole('button', { name: 'Upload', exact: true }));

  await chooseBy(page, 'Choose folder', folder, (button) => enter(page, button));
  await expect(page.getByRole('status').filter({ hasText: '3 files' })).toBeVisible();
  await enter(page, page.getByRole('button', { name: 'Upload', exact: true }));
  const result = page.getByRole('region', { name: 'Result of the upload' });
  await expect(result).toBeFocused();
  await enter(page, result.getByRole('link', { name: 'Show the files' }));
  await page.waitForURL(`**/acme/${project}`);

  const grid = page.getByRole('grid');
  await arrowTo(page, grid.getByRole('checkbox', { name: 'KEYS' }));
  await page.keyboard.press('Space');
  await expect(grid.getByRole('checkbox', { name: 'KEYS' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Transfers' })).toBeHidden();
  const download = nextArchive(page);
  await enter(page, page.getByRole('button', { name: 'Download', exact: true }), 'Shift+Tab');
  const archive = path.join(disk, 'archive.zip');
  await (await download).saveAs(archive);
  const sent = await md5OfFolder(disk).then((all) => new Map([...all].filter(([name]) => name.endsWith('.tif'))));
  expect(await md5OfArchive(archive)).toEqual(sent);
});

test('a user without a mouse picks the digits of the channel before renaming files', async ({ page, disk }) => {
  await logIn(page);
  await page.goto('/acme/mouse-brain-atlas/TC042/upload');
  const files = ['scan_ch00090.tif', 'scan_ch10090.tif'].map((name) => path.join(disk, name));
  for (const file of files) fs.writeFileSync(file, drawnTiff(50_000, 1));
  await chooseBy(page, 'Choose files', files, (button) => enter(page, button));
  await tabTo(page, page.getByRole('checkbox', { name: 'Select all' }));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Rename selected' }), 'Shift+Tab');
  const dialog = page.getByRole('dialog', { name: 'Rename 2 files' });
  await expect(dialog.getByRole('textbox', { name: 'Dataset' })).toBeFocused();
  await expect(dialog.getByRole('switch', { name: 'Use numbers from file names' })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: 'Channel' }));
  await page.keyboard.press('Space');
  const digits = dialog.getByRole('toolbar').getByRole('button');
  await page.keyboard.press('Tab');
  await expect(digits.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(digits.last()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(digits.nth(3)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('0090 = section, 0 = channel')).toBeVisible();
  await enter(page, dialog.getByRole('button', { name: 'Apply' }));
  await expect(page.getByRole('textbox', { name: 'New name for scan_ch10090.tif' })).toHaveValue(
    'TC042_S000090_L01_ch02.tif',
  );
});

test('a user without a mouse repairs a day of images, uploads it, looks at its gaps, and restores a deleted file', async ({
  page,
  backend,
  disk,
}) => {
  test.slow();
  const project = path.basename(disk);
  const { folder } = writeScanDay(disk, { dataset: 'DAY', sections: 60, layers: 1, channels: 2 });
  const member = await signIn(backend, ACME_MEMBER.email);
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: project });
  const channels = [1, 2].map((num) => ({ num, name: `Channel ${num}` }));
  await member.make('/dataset', { projectHash, dataset: 'DAY', physicalSections: 60, channels });
  await logIn(page);
  await page.goto(`/acme/${project}/DAY`);

  await enter(page, page.getByRole('button', { name: 'Upload', exact: true }));
  await chooseBy(page, 'Choose folder', folder, (button) => enter(page, button));
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('button', { name: 'Leave out' })).toHaveAttribute('aria-pressed', 'true');
  await enter(page, problems.getByRole('button', { name: 'Rename all (3)' }));
  await enter(page, problems.getByRole('button', { name: 'Keep rescans' }));
  await enter(page, page.getByRole('button', { name: 'Upload', exact: true }));
  const result = page.getByRole('region', { name: 'Result of the upload' });
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('All 112 files are uploaded.', {
    timeout: 90_000,
  });
  await expect(result).toBeFocused();

  await enter(page, result.getByRole('link', { name: 'Show gaps' }));
  const list = page.getByRole('tabpanel', { name: 'Files' });
  // Of two of the sections with gaps, one channel is there.
  await expect(list.getByText(/^2 of 112 files/)).toBeVisible();
  await enter(page, page.getByRole('button', { name: 'Clear filters' }));
  const file = list.getByRole('checkbox', { name: 'DAY_S000001_L01_ch01.tif' });
  await arrowTo(page, file);
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Delete files' }), 'Shift+Tab');
  await enter(page, page.getByRole('dialog', { name: 'Delete files' }).getByRole('button', { name: 'Delete' }));
  await expect(file).toBeHidden();

  await page.keyboard.press('h');
  const activity = page.getByRole('dialog', { name: 'Activity' });
  await tabTo(page, activity.getByRole('tab', { name: 'All' }));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const restore = activity.getByRole('button', { name: /^Restore .*DAY_S000001_L01_ch01\.tif$/ });
  await enter(page, restore);
  await expect(restore).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(file).toBeVisible();
});
