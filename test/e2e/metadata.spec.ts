import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { signIn } from '../support/signIn';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

test('the app asks for confirmation before a link, the back button or closing the tab discards changes', async ({
  page,
  backend,
}) => {
  const member = await signIn(backend, ACME_MEMBER.email);
  const title = `metadata ${randomUUID()}`;
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title });
  await member.make('/dataset', { projectHash, dataset: 'TC042', description: 'Mouse brain' });
  await signInAs(page, backend, ACME_MEMBER, `/acme/${encodeURIComponent(title)}/TC042`);
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  await expect(page.getByLabel('Dataset', { exact: true })).toBeFocused();
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
