import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import type { SharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

const METADATA = {
  description: 'Mouse brain',
  device: 'TC1000',
  tissueType: 'Brain',
  pixelSize: 1.37,
  physicalSections: 24,
  channels: [
    { num: 1, name: 'DAPI' },
    { num: 2, name: 'GFP' },
  ],
  attributes: { species: 'Mouse', lot: '7' },
};

/** Creates two datasets in a new project, so that tests can be repeated on the same backend. */
async function makeDatasets(backend: SharedBackend) {
  const member = await signIn(backend, 'member@acme.example');
  const title = `metadata ${randomUUID()}`;
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title });
  await member.make('/dataset', { projectHash, dataset: 'TC043' });
  const { datasetHash } = await member.make<{ datasetHash: string }>('/dataset', {
    projectHash,
    dataset: 'TC042',
    ...METADATA,
  });
  return {
    member,
    title,
    projectHash,
    path: `/acme/${encodeURIComponent(title)}`,
    read: async () => (await member.call('GET', `/dataset/${datasetHash}`)).body,
    change: async (changes: object) => member.call('PATCH', `/dataset/${datasetHash}`, changes),
  };
}

async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(`${path}/TC042`);
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  await expect(page.getByLabel('Dataset', { exact: true })).toBeFocused();
}

/** Collects all requests that change a dataset. */
function collectChanges(page: Page): unknown[] {
  const changes: unknown[] = [];
  page.on('request', (request) => {
    if (
      ['POST', 'PUT', 'PATCH'].includes(request.method()) &&
      /\/dataset(\/|$)/.test(new URL(request.url()).pathname)
    ) {
      changes.push([request.method(), request.postDataJSON()]);
    }
  });
  return changes;
}

test.describe('the metadata of a dataset', () => {
  test.beforeEach(async ({ page, backend }) => {
    await signInAs(page, backend, ACME_MEMBER);
  });

  test('metadata can be edited with the keyboard alone, and both the page and the server show the changes', async ({
    page,
    backend,
  }) => {
    const { path, read } = await makeDatasets(backend);
    const changes = collectChanges(page);
    await page.goto(`${path}/TC042`);
    await page.getByRole('button', { name: 'Edit metadata' }).press('Enter');
    await expect(page.getByLabel('Dataset', { exact: true })).toBeFocused();
    await page.getByLabel('Pixel size').press('ControlOrMeta+a');
    await page.keyboard.type('2,5');
    await page.getByLabel('Physical spacing').pressSequentially('50 µm');
    await page.getByRole('button', { name: 'Move channel 2 up' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Move channel 1 down' })).toBeFocused();
    await page.getByRole('button', { name: 'Add channel' }).press('Enter');
    await expect(page.getByLabel('Name of channel 3')).toBeFocused();
    await page.keyboard.press('Enter');

    await expect(page.getByRole('button', { name: 'Edit metadata' })).toBeFocused();
    const summary = '24 sections · 3 channels · 2.5 µm pixels · 50 µm between sections · Mouse brain · TC1000';
    await expect(page.getByText(summary)).toBeVisible();
    const block = page.getByRole('region', { name: 'Metadata' });
    await expect(block).toContainText('Pixel size 2.5 µm');
    await expect(block).toContainText('ch01 GFP');
    const channels = [
      { num: 1, name: 'GFP' },
      { num: 2, name: 'DAPI' },
      { num: 3, name: 'Channel 3' },
    ];
    expect(changes).toEqual([['PATCH', { pixelSize: 2.5, physicalSpacing: 50, channels }]]);
    expect(await read()).toMatchObject({ ...METADATA, pixelSize: 2.5, physicalSpacing: 50, channels });
    await page.reload();
    await expect(page.getByText(summary)).toBeVisible();
  });

  test('unsaved metadata survives a reload, and is removed from the browser by saving or logging out', async ({
    page,
    backend,
  }) => {
    const { path, read } = await makeDatasets(backend);
    await openForm(page, path);
    await page.getByLabel('Description').fill('Rat brain');
    await page.getByLabel('Species').selectOption('Rat');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue('Rat brain');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/ · Rat brain · TC1000/)).toBeVisible();
    expect(await read()).toMatchObject({ description: 'Rat brain', attributes: { species: 'Rat', lot: '7' } });
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft/')));
    await expect.poll(drafts).toEqual([]);

    await page.getByRole('button', { name: 'Edit metadata' }).click();
    await page.getByLabel('Description').fill('Human brain');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${backend.url}/**`);
    await page.goto('/');
    await expect(page.getByRole('dialog', { name: 'Login Failed' })).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(stored).not.toContain('Human brain');
  });

  test('the app asks for confirmation before a link, the back button or closing the tab discards changes', async ({
    page,
    backend,
  }) => {
    const { path } = await makeDatasets(backend);
    await openForm(page, path);
    const address = page.url();
    await page.getByLabel('Description').fill('Rat brain');
    const asking = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect(asking).toBeHidden();
    await page.goBack();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect(asking).toBeHidden();
    await expect(page).toHaveURL(address);
    await expect(page.getByLabel('Description')).toHaveValue('Rat brain');

    const closing = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await closing;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(page.getByLabel('Description')).toHaveValue('Rat brain');

    await page.goBack();
    await asking.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('button', { name: 'Edit metadata' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit metadata' }).click();
    await expect(page.getByLabel('Description')).toHaveValue('Mouse brain');
  });

  test('a title that is already in use is rejected, even if only the server knows about it', async ({
    page,
    backend,
  }) => {
    const { path, read, change } = await makeDatasets(backend);
    const changes = collectChanges(page);
    await openForm(page, path);
    const title = page.getByLabel('Dataset', { exact: true });
    await title.fill('tc043');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('This title is already in use')).toBeVisible();
    await expect(title).toBeFocused();
    expect(changes).toEqual([]);

    // Simulates a cached list from before the other dataset was created.
    let isOld = true;
    await page.route('**/dataset/*', async (route) => {
      if (!isOld || route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const { datasets } = (await response.json()) as { readonly datasets: { readonly dataset: string }[] };
      return route.fulfill({ response, json: { datasets: datasets.filter(({ dataset }) => dataset !== 'TC043') } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The project already has a dataset named “TC043”.', { exact: true })).toBeVisible();
    await expect(title).toBeFocused();
    await expect(title).toHaveValue('tc043');
    expect(await read()).toMatchObject({ dataset: 'TC042' });
    isOld = false;

    await title.fill('TC044');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'TC044' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit metadata' })).toBeFocused();
    await expect(page).toHaveURL(({ pathname }) => pathname === `${path}/TC044`);
    expect((await change({})).status).toBe(200);
    expect(await read()).toMatchObject({ ...METADATA, dataset: 'TC044' });
  });

  test('saving does not overwrite the changes that another user has made to the same field', async ({
    page,
    backend,
  }) => {
    const { path, read, change } = await makeDatasets(backend);
    await openForm(page, path);
    await page.getByLabel('Description').fill('Rat brain');
    await change({ description: 'Human brain', bitDepth: 12 });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/Their version: Description “Human brain”\.$/)).toBeVisible();
    await expect(page.getByLabel('Bit depth')).toHaveValue('12');
    expect(await read()).toMatchObject({ description: 'Human brain' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/ · Rat brain · TC1000/)).toBeVisible();
    expect(await read()).toMatchObject({ description: 'Rat brain', bitDepth: 12 });
  });

  test('the valid fields of a mosaic file can be imported, undone and saved', async ({ page, backend }) => {
    const { path, read } = await makeDatasets(backend);
    await openForm(page, path);
    const lines = [
      'san_name:TC042',
      'Description:From the mosaic',
      'sponsor_id:globex',
      'xRes_um:0.875',
      'ScannerID:tc1400',
      'sections:280',
      'attributes:species=rat;primary_modality=STPT',
    ];
    const buffer = Buffer.from(lines.join('\r\n'));
    const mosaic = { name: 'Mosaic_TC042.txt', mimeType: 'text/plain', buffer };
    await chooseBy(page, 'Import from mosaic', mosaic);
    const dialog = page.getByRole('dialog', { name: 'Import from mosaic' });
    await expect(dialog).toContainText('globex');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue('From the mosaic');
    await expect(page.getByLabel('Sponsor ID')).toHaveValue('acme');

    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue(METADATA.description);

    await chooseBy(page, 'Import from mosaic', mosaic);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    // Disabled until the metadata are saved.
    await expect(page.getByRole('button', { name: 'Edit metadata' })).toBeEnabled();
    expect(await read()).toMatchObject({
      description: 'From the mosaic',
      sid: 'acme',
      pixelSize: 0.875,
      device: 'TC1400',
      physicalSections: 280,
      attributes: { species: 'Rat', lot: '7', primary_modality: 'stpt' },
    });
  });
});

test('saving metadata for a folder turns it into a dataset', async ({ page, backend }) => {
  await signInAs(page, backend, ACME_MEMBER);
  const { path, title, member, projectHash } = await makeDatasets(backend);
  await uploadFile(member, `acme/${title}/scans/TC050_S000001_L01_ch01.tif`, [Buffer.from('II')]);
  await page.goto(`${path}/scans`);
  await expect(page.getByText('Folder without metadata')).toBeVisible();
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  await expect(page.getByLabel('Dataset', { exact: true })).toHaveValue('scans');
  await page.getByLabel('Physical sections').fill('2');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 sections · 1 channel · 2 Bytes')).toBeVisible();
  await expect(page.getByText('1 of 2 images is missing')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit metadata' })).toBeFocused();
  const { body } = await member.call<{ datasets: readonly object[] }>('GET', `/dataset/${projectHash}`);
  expect(body.datasets).toContainEqual(expect.objectContaining({ dataset: 'scans', physicalSections: 2 }));
});
