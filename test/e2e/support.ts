import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { freePort, startBackend, type Backend } from '../support/startBackend';

/** Tests with an empty folder of their own on the disk, for files to choose and to save. */
export const diskTest = base.extend<{ disk: string }>({
  // Playwright reads the fixtures that are wanted off this pattern, even where there are none.
  // eslint-disable-next-line no-empty-pattern
  disk: async ({}, use) => {
    const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-e2e-'));
    await use(disk);
    fs.rmSync(disk, { recursive: true, force: true });
  },
});

/** Tests over one real backend with its sample data, which also serves the built app. */
export const test = diskTest.extend<object, { backend: Backend }>({
  backend: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const backend = await startBackend({ SAMPLES: '1', APP_PORT: String(await freePort()), LOG_LEVEL: 'info' });
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ backend }, use) => {
    await use(backend.appUrl);
  },
});

/** No archive is ready until the function that this gives is called. */
export async function holdArchives(context: BrowserContext): Promise<() => void> {
  let isHeld = true;
  await context.route('**/download/progress/*', async (route) => {
    if (!isHeld) return route.continue();
    return route.fulfill({
      json: { status: 'PREPARING' },
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    });
  });
  return () => {
    isHeld = false;
  };
}

/**
 * No code of the app comes any more until the function that this gives is called. The route stands longer: a request
 * that is on its way through a route which is taken away gets no answer at all.
 */
export async function cutCode(page: Page): Promise<() => void> {
  let isCut = true;
  await page.route('**/static/*.js', (route) => (isCut ? route.abort() : route.continue()));
  return () => {
    isCut = false;
  };
}

/** Gives all tabs another access token, in the places where they look for one, and tells the one that was there. */
export async function replaceAccessToken(page: Page, replace: (token: string) => string): Promise<string> {
  const token = (await page.evaluate(() => localStorage.getItem('access_token'))) ?? '';
  await page.evaluate((other) => {
    localStorage.setItem('access_token', other);
    document.cookie = `access_token=${other}; Path=/`;
  }, replace(token));
  return token;
}

/** Waits until a picture has come and is painted. */
export async function expectPainted(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0);
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
