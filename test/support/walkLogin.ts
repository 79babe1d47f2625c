import { expect, type Page } from '@playwright/test';
import { SAMPLE_USERS } from '../../server/src/identity/sampleUsers';

/** A sample user of the local backend. */
export type SampleUser = (typeof SAMPLE_USERS)[number];

export const [ACME_MEMBER, ACME_ADMIN, GLOBEX_MEMBER] = SAMPLE_USERS;

/** Fills in and submits the identity provider's login form. */
async function fillLogin(page: Page, user: SampleUser): Promise<void> {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the app and signs in through the login page. Ends on the sponsor's project list. */
export async function walkLogin(page: Page, appUrl: string, user: SampleUser): Promise<void> {
  await page.goto(appUrl);
  const modal = page.getByRole('dialog', { name: 'Login Failed' });
  await expect(modal).toContainText('Please login again to download your data.');
  await modal.getByRole('button', { name: 'Login' }).click();
  await fillLogin(page, user);
  await page.waitForURL(`**/${user.sponsorId}`);
}
