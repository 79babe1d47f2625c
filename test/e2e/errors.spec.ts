import { expect } from '@playwright/test';
import { ACME_ADMIN, walkLogin } from '../support/walkLogin';
import { cutCode, test } from './support';

test.describe('an error', () => {
  test.beforeEach(async ({ page, backend }) => {
    await walkLogin(page, backend.appUrl, ACME_ADMIN);
    await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
  });

  test('of a screen whose code does not come stays in its place, and Try again fetches it', async ({ page }) => {
    const mend = await cutCode(page);
    await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
    const fallen = page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' });
    await expect(fallen).toContainText('the network is gone, or a newer version of the app was installed');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(fallen.getByRole('button', { name: 'Reload' })).toBeVisible();
    mend();
    await fallen.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
    await expect(fallen).toHaveCount(0);
  });

  test('can be copied for support, with the version of the build and without names', async ({ page }) => {
    const mend = await cutCode(page);
    await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
    await page.getByRole('button', { name: 'Copy error report' }).click();
    const report = await page.locator('details pre').textContent();
    expect(report).toMatch(/^Version: \d+\.\d+\.\d+\+[\da-f]{12}$/m);
    expect(report).toMatch(/^Route: \/:sponsor\/:project$/m);
    expect(report).toMatch(/^Error: ChunkLoadError: /m);
    expect(report).not.toMatch(/mouse-brain-atlas|:\/\/(?!removed\.invalid)/);
    // The code of toasts is a script, too.
    mend();
    await expect(page.getByText('The error report is copied.')).toBeVisible();
  });

  test('that is met again and again is one toast with a count, and its exact text', async ({ page }) => {
    await page.route('**/dataset/*', (route) => route.fulfill({ status: 409, json: { msg: 'The disk is full' } }));
    await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
    const tryAgain = page.getByRole('group', { name: 'The datasets could not be loaded' }).getByRole('button');
    await tryAgain.click();
    await tryAgain.click();
    await expect(page.getByText('Request failed with Error The disk is full', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('Request failed with Error The disk is full (3 times)');
  });

  test('in a list of the server disables the field that needs it, and nothing else', async ({ page }) => {
    await page.route('**/config?*', (route) => route.fulfill({ json: { tissue_types: ['Brain'], devices: 'none' } }));
    await page.reload();
    await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
    await page.getByRole('button', { name: 'New dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dataset' });
    await expect(dialog.getByRole('combobox', { name: 'Device' })).toBeDisabled();
    await expect(dialog).toContainText('The server’s list of devices can’t be read.');
    await expect(dialog.getByRole('combobox', { name: 'Tissue type' })).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
