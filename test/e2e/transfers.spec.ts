import { expect } from '@playwright/test';
import { ACME_MEMBER } from '../support/walkLogin';
import { pollOften, signInAs, test } from './support';

test('an expired archive URL shows an error and does not navigate away', async ({ page, backend }) => {
  await signInAs(page, backend, ACME_MEMBER);
  await page.route(/\/download(\/progress\/\w+)?$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { url?: string };
    return route.fulfill({ response: answer, json: { ...body, ...(body.url && { url: `${body.url}x` }) } });
  });
  await page.goto('/acme/kidney-clearing-pilot');
  await page.getByRole('checkbox', { name: 'overview_488.tif' }).check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const alert = page.getByRole('alert');
  await pollOften(page, expect(alert).toContainText('is no longer available', { timeout: 60_000 }));
  expect(page.url()).toBe(`${backend.appUrl}/acme/kidney-clearing-pilot`);
  await expect(page.getByRole('checkbox', { name: 'overview_488.tif' })).toBeVisible();
});
