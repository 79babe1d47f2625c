import { expect } from '@playwright/test';
import { ACME_MEMBER, walkLogin } from '../support/walkLogin';
import { test } from './support';

test('a program works with an access token from the account’s menu until it is revoked', async ({ page, backend }) => {
  await walkLogin(page, backend.appUrl, ACME_MEMBER);
  await page.getByRole('button', { name: ACME_MEMBER.name }).click();
  await page.getByRole('menuitem', { name: 'Access tokens' }).click();
  const dialog = page.getByRole('dialog', { name: 'Access tokens' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('night job');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = (await dialog.getByText(/^dm_/).textContent()) ?? '';
  expect(token).toMatch(/^dm_[\w-]{43}$/);

  const statusOf = async (method: string, path: string) =>
    (await fetch(backend.url + path, { method, headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusOf('GET', '/project')).toBe(200);
  expect(await statusOf('GET', '/tokens')).toBe(403);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(token);

  await dialog.getByRole('button', { name: 'Revoke night job' }).click();
  await page.getByRole('dialog', { name: 'Revoke the access token?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByRole('button', { name: 'Revoke night job' })).toHaveCount(0);
  expect(await statusOf('GET', '/project')).toBe(401);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
