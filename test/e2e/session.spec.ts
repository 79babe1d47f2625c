import { expect, type Request } from '@playwright/test';
import { ACME_ADMIN, ACME_MEMBER, fillLogin, walkLogin } from '../support/walkLogin';
import { replaceAccessToken, test } from './support';

test.describe('the session', () => {
  test('the app opens the requested page after the login', async ({ page, backend }) => {
    await page.goto('/acme/kidney-clearing-pilot');
    await page.getByRole('dialog', { name: 'Login Failed' }).getByRole('button', { name: 'Login' }).click();
    await fillLogin(page, ACME_MEMBER);
    await page.waitForURL(`${backend.appUrl}/acme/kidney-clearing-pilot`);
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).locator('[aria-current="page"]')).toHaveText(
      'kidney-clearing-pilot',
    );
  });

  test('a rejected token is refreshed once with one toast, and the page loads', async ({ page, backend }) => {
    await walkLogin(page, backend.appUrl, ACME_MEMBER);
    await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/auth/token')) refreshes.push(request.url());
    });
    const stale = 'stale';
    await replaceAccessToken(page, () => stale);
    await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
    // The toast disappears after a while.
    await expect(page.getByRole('alert')).toHaveText(/Unauthorized access\. Attempting to refresh tokens\.\.\./);
    await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBe(stale);
    expect(refreshes).toHaveLength(1);

    await page.reload();
    await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
    expect(refreshes).toHaveLength(1);
  });

  test('logging out removes everything but the download list from local storage, and the next login asks for the password', async ({
    page,
    backend,
  }) => {
    await walkLogin(page, backend.appUrl, ACME_MEMBER);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${backend.url}/**`);
    await page.goto('/');
    await expect(page.getByRole('dialog', { name: 'Login Failed' })).toBeVisible();
    const keys = await page.evaluate(() => Object.keys(localStorage));
    expect(keys.filter((key) => key !== 'download-list')).toEqual([]);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test('config.json, the code of the first screen and the first API call load in parallel', async ({ page, backend }) => {
  await walkLogin(page, backend.appUrl, ACME_MEMBER);
  const project = page.getByRole('link', { name: 'mouse-brain-atlas' });
  await expect(project).toBeVisible();
  const scripts = page.locator('script[defer]');
  const firstLoad = await scripts.evaluateAll((tags) =>
    tags.map((tag) => new URL(tag.getAttribute('src') ?? '', document.baseURI).href),
  );
  const isScreen = (request: Request) => request.resourceType() === 'script' && !firstLoad.includes(request.url());
  const screenRequested = page.waitForRequest(isScreen);
  const apiRequested = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/config'));
  await page.route('**/config.json', async (route) => {
    await screenRequested;
    await route.continue();
  });
  await page.route('**/static/*.js', async (route) => {
    if (isScreen(route.request())) await apiRequested;
    await route.continue();
  });
  await page.reload();
  await expect(project).toBeVisible();
});

test('a configuration with an invalid URL shows a full-page error that names the key', async ({ page }) => {
  await page.route('**/config.json', (route) => route.fulfill({ json: { apiUrl: 'not an address' } }));
  await page.goto('/');
  await expect(page.getByText(/^Config validation error/)).toBeVisible();
  await expect(page.getByText('apiUrl').first()).toBeVisible();
});

test('an administrator creates, renames and deletes a project, and the list shows each change', async ({
  page,
  backend,
}) => {
  await walkLogin(page, backend.appUrl, ACME_ADMIN);
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Title').fill('spleen-vessels');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'spleen-vessels' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'acme' }).click();
  await expect(page.getByRole('link', { name: 'spleen-vessels' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for spleen-vessels' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Title').fill('spleen-nerves');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'spleen-nerves' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for spleen-nerves' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('spleen-nerves');
  await dialog.getByRole('checkbox', { name: 'Delete permanently' }).check();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'spleen-nerves' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
});
