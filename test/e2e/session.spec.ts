import { expect } from '@playwright/test';
import { ACME_MEMBER, fillLogin, walkLogin } from '../support/walkLogin';
import { test } from './support';

test('the app opens the requested page after the login', async ({ page, backend }) => {
  await page.goto('/acme/kidney-clearing-pilot');
  await page.getByRole('dialog', { name: 'Login Failed' }).getByRole('button', { name: 'Login' }).click();
  await fillLogin(page, ACME_MEMBER);
  await page.waitForURL(`${backend.appUrl}/acme/kidney-clearing-pilot`);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).locator('[aria-current="page"]')).toHaveText(
    'kidney-clearing-pilot',
  );
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
