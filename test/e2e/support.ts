import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type Download,
  type Locator,
  type Page,
} from '@playwright/test';
import { SESSION_KEYS } from '@data-manager/domain/session/session';
import { usesCluster } from '../cluster/usesCluster';
import { chromiumOptions } from '../support/chromiumOptions';
import { sharedBackend, type SharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
import { freePort, START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';
import type { SampleUser } from '../support/walkLogin';

/** Extends tests with an empty temporary folder for uploaded and downloaded files. */
export const diskTest = base.extend<{ disk: string }>({
  // Playwright derives the required fixtures from this pattern, even if it is empty.
  // eslint-disable-next-line no-empty-pattern
  disk: async ({}, use) => {
    const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-e2e-'));
    await use(disk);
    fs.rmSync(disk, { recursive: true, force: true });
  },
});

/** The backend of the tests: one process, or a cluster that the global setup has started. */
type TestedBackend = SharedBackend & Pick<Backend, 'log'>;

/** Returns the cluster that the global setup has started. */
function runningCluster(): TestedBackend | undefined {
  if (!usesCluster) return undefined;
  const backend = sharedBackend();
  const { logFiles = [] } = backend;
  return { ...backend, log: () => logFiles.map((file) => fs.readFileSync(file, 'utf8')).join('\n') };
}

interface WorkerFixtures {
  /** A backend that serves the built app and its sample data. Logs as much as possible. */
  readonly backend: TestedBackend;
  readonly scrollBarBrowser: Browser;
}

interface TestOptions {
  /** Parts of console messages that are no defect in the test; all others fail it, except where any are expected. */
  readonly expectedMessages: readonly string[] | 'any';
}

interface TestFixtures {
  /** Fails the test if a page writes an unexpected message to the console, or has an uncaught exception. */
  readonly quietConsole: undefined;
}

/** Console messages that are no defect in any test. */
const USUAL_MESSAGES: readonly string[] = [
  // Playwright's init script in the sandboxed frame that saves archives.
  "Blocked script execution in 'about:blank' because the document's frame is sandboxed",
  // A test fills in the sign-in page before the browser has focused its first field.
  'Autofocus processing was blocked because a document already has a focused element.',
  // The identity provider of the cluster serves the sign-in page without its typeface.
  ...(usesCluster ? ['/assets/inter'] : []),
];

/** The console's message about a response with an error, or a request without a response, which many tests cause. */
export const FAILED_REQUEST = 'Failed to load resource';

/** Collects the console messages and uncaught exceptions of all pages of a context. Violations of the security policy are among them. */
function collectMessages(context: BrowserContext): readonly string[] {
  const messages: string[] = [];
  context.on('console', (message) => {
    const { url } = message.location();
    messages.push(`${message.type()}: ${message.text()} (${url})`);
  });
  context.on('weberror', (thrown) => messages.push(`uncaught: ${thrown.error().message}`));
  return messages;
}

/** Extends tests with a backend, which all tests of a worker share. */
export const test = diskTest.extend<TestOptions & TestFixtures, WorkerFixtures>({
  expectedMessages: ['any', { option: true }],
  quietConsole: [
    async ({ context, expectedMessages }, use) => {
      const messages = collectMessages(context);
      await use(undefined);
      if (expectedMessages === 'any') return;
      const expected = [...USUAL_MESSAGES, ...expectedMessages];
      expect(messages.filter((message) => !expected.some((part) => message.includes(part)))).toEqual([]);
    },
    { auto: true },
  ],
  backend: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const cluster = runningCluster();
      if (cluster !== undefined) return use(cluster);
      const backend = await startBackend({ SAMPLES: '1', APP_PORT: String(await freePort()), LOG_LEVEL: 'trace' });
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  scrollBarBrowser: [
    async ({ playwright }, use) => {
      const browser = await playwright.chromium.launch({
        ...chromiumOptions,
        ignoreDefaultArgs: ['--hide-scrollbars'],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ backend }, use) => {
    await use(backend.appUrl);
  },
});

/** Extends tests with pages that have scroll bars, which take up space. */
export const scrollBarTest = test.extend({
  context: async ({ scrollBarBrowser, viewport, baseURL }, use) => {
    const context = await scrollBarBrowser.newContext({ viewport, ...(baseURL === undefined ? {} : { baseURL }) });
    await use(context);
    await context.close();
  },
});

/** Signs in through the login page's URLs without showing it, which is faster than filling it in. Opens the path if there is one. */
export async function signInAs(page: Page, backend: SharedBackend, user: SampleUser, path?: string): Promise<void> {
  const { values } = await signIn(backend, user.email);
  const cookies = SESSION_KEYS.map((name) => ({
    name,
    value: encodeURIComponent(values[name] ?? ''),
    url: backend.appUrl,
  }));
  await page.context().addCookies(cookies);
  if (path !== undefined) await page.goto(path);
}

/** Keeps every archive in the state `PREPARING` until the returned function is called. */
export async function holdArchives(context: BrowserContext): Promise<() => void> {
  let isHeld = true;
  await context.route('**/download', async (route) => {
    if (!isHeld || route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    // A small archive is ready immediately.
    const body = (await response.json()) as { readonly url?: string };
    return route.fulfill({ response, json: { ...body, url: undefined } });
  });
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

/** Simulates that the user returns to the page. The app then polls after one second instead of ten. */
export function returnToPage(page: Page): Promise<boolean> {
  return page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/**
 * Longer than the second after which the app polls, so that a slow poll is not sent again before its response arrives.
 */
const RETURN_INTERVAL_MS = 3_000;

/** Makes the page poll its downloads more often than every ten seconds until the promise settles. */
export async function pollOften<Result>(page: Page, result: Promise<Result>): Promise<Result> {
  const settled = new AbortController();
  const returnOften = async (): Promise<void> => {
    while (!settled.signal.aborted) {
      // Fails while the page navigates.
      await returnToPage(page).catch(() => false);
      await wait(RETURN_INTERVAL_MS, undefined, { signal: settled.signal }).catch(() => undefined);
    }
  };
  void returnOften();
  return result.finally(() => settled.abort());
}

/** Returns the next archive that the page saves. */
export function nextArchive(page: Page): Promise<Download> {
  return pollOften(page, page.waitForEvent('download', { timeout: 60_000 }));
}

/**
 * Blocks the app's scripts until the returned function is called. The route stays registered: removing a route leaves
 * its pending requests without a response.
 */
export async function cutCode(page: Page): Promise<() => void> {
  let isCut = true;
  await page.route('**/static/*.js', (route) => (isCut ? route.abort() : route.continue()));
  return () => {
    isCut = false;
  };
}

/** Returns the error of the screen. Other parts of the page may have no code yet when it is cut, and fail, too. */
export function screenError(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' });
}

/** Replaces the access token in local storage and in the cookie. Returns the previous token. */
export async function replaceAccessToken(page: Page, replace: (token: string) => string): Promise<string> {
  const token = (await page.evaluate(() => localStorage.getItem('access_token'))) ?? '';
  await page.evaluate((other) => {
    localStorage.setItem('access_token', other);
    document.cookie = `access_token=${other}; Path=/`;
  }, replace(token));
  return token;
}

/** Counts the records in a store of the app's database, which must exist. */
export function countRecords(page: Page, store: 'upload-journal' | 'upload-journal-parts'): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('data-manager');
        opening.onerror = () => reject(new Error('The database could not be opened.'));
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(name);
          const counting = transaction.objectStore(name).count();
          transaction.oncomplete = () => {
            database.close();
            resolve(counting.result);
          };
        };
      }),
    store,
  );
}

/** Waits until an image is loaded. */
export async function expectPainted(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0);
}

/** Returns the MD5 of a file in lower-case hex. */
export async function md5OfFile(file: string): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of fs.createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Returns the MD5 of every file in a folder, keyed by relative path with `/` as separator. */
export async function md5OfFolder(folder: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    digests.set(path.relative(folder, file).split(path.sep).join('/'), await md5OfFile(file));
  }
  return digests;
}
