import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { freePort, startBackend, type Backend } from '../support/startBackend';

/** A sample user of the local backend. */
export interface SampleUser {
  readonly email: string;
  readonly password: string;
  readonly sponsorId: string;
}

export const ACME_MEMBER: SampleUser = { email: 'member@acme.example', password: 'member', sponsorId: 'acme' };
export const ACME_ADMIN: SampleUser = { email: 'admin@acme.example', password: 'admin', sponsorId: 'acme' };
export const GLOBEX_MEMBER: SampleUser = { email: 'member@globex.example', password: 'member', sponsorId: 'globex' };

/** Tests over one real backend with its sample data, which also serves the built app. */
export const test = base.extend<object, { backend: Backend }>({
  backend: [
    // Playwright reads the fixtures that are wanted off this pattern, even where there are none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const backend = await startBackend({ SAMPLES: '1', APP_PORT: String(await freePort()) });
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ backend }, use) => {
    await use(backend.appUrl);
  },
});

/** Opens the app and walks through the login page, as a person does. Ends on the sponsor's project list. */
export async function signIn(page: Page, user: SampleUser): Promise<void> {
  await page.goto('/');
  const modal = page.getByRole('dialog', { name: 'Login Failed' });
  await expect(modal).toContainText('Please login again to download your data.');
  await modal.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**/${user.sponsorId}`);
}

/** MD5 of a file, read in pieces; lower-case hex. */
export async function md5OfFile(file: string): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of fs.createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** MD5 of every file below a folder, by path relative to it with `/`. */
export async function md5OfFolder(folder: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    digests.set(path.relative(folder, file).split(path.sep).join('/'), await md5OfFile(file));
  }
  return digests;
}
