import { expect } from '@playwright/test';
import { test } from './support';

test('a browser without a feature that the app needs shows which browsers are supported', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await page.goto('/');
  await expect(page.getByRole('alert')).toHaveText(
    /This browser is too old for Data Manager\.\s*Update it, or use Chrome \d+, Edge \d+, Firefox \d+ or Safari [\d.]+ or newer\./,
  );
  await expect(page.locator('#root')).toBeHidden();
});
