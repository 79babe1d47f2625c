import { expect, type Page } from '@playwright/test';

/** A sample user of the local backend. */
export interface SampleUser {
  readonly email: string;
  readonly password: string;
  readonly sponsorId: string;
}

export const ACME_MEMBER: SampleUser = { email: 'member@acme.example', password: 'member', sponsorId: 'acme' };
export const ACME_ADMIN: SampleUser = { email: 'admin@acme.example', password: 'admin', sponsorId: 'acme' };
export const GLOBEX_MEMBER: SampleUser = { email: 'member@globex.example', password: 'member', sponsorId: 'globex' };

/** On the identity provider's page: signs in. */
export async function fillLogin(page: Page, user: SampleUser): Promise<void> {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the app and walks through the login page, as a person does. Ends on the sponsor's project list. */
export async function walkLogin(page: Page, appUrl: string, user: SampleUser): Promise<void> {
  await page.goto(appUrl);
  const modal = page.getByRole('dialog', { name: 'Login Failed' });
  await expect(modal).toContainText('Please login again to download your data.');
  await modal.getByRole('button', { name: 'Login' }).click();
  await fillLogin(page, user);
  await page.waitForURL(`**/${user.sponsorId}`);
}
