import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test as base, type Page } from '@playwright/test';
import { freePort, startBackend, type Backend } from '../support/startBackend';
import { ACME_MEMBER } from '../support/walkLogin';
import { holdArchives, signInAs } from './support';

const ROOT = path.join(__dirname, '../..');
const BUILD_FILES = [
  'config',
  'public',
  'src',
  'webpack.config.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
];

/** Copies the sources of the app into a temporary folder, where tests can edit them. */
function copySources(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-sources-'));
  for (const name of BUILD_FILES) fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  // Packages are links, but the cache of the build and the workspaces belong to the copy.
  const packages = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(packages, '@data-manager'), { recursive: true });
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.') && name !== '@data-manager') {
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));
    }
  }
  for (const name of ['domain', 'lib']) {
    fs.symlinkSync(path.join(folder, 'src', name), path.join(packages, '@data-manager', name));
  }
  return folder;
}

interface Workshop {
  readonly backend: Backend;
  /** Replaces a text in a source file. */
  readonly edit: (file: string, text: string, replacement: string) => void;
}

const test = base.extend<{ app: Page }, { workshop: Workshop }>({
  workshop: [
    // eslint-disable-next-line no-empty-pattern -- Playwright derives the required fixtures from this pattern
    async ({}, use) => {
      const folder = copySources();
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const backend = await startBackend({ SAMPLES: '1', APP_URL: url });
      const options = ['config=development', `port=${port}`, `backend=${backend.url}`].flatMap((one) => ['--env', one]);
      const webpack = path.join(folder, 'node_modules/webpack/bin/webpack.js');
      const server = spawn(
        process.execPath,
        ['--import', 'tsx', webpack, 'serve', '--mode', 'development', ...options],
        {
          cwd: folder,
          stdio: 'inherit',
        },
      );
      await untilAnswers(url, server);
      await use({
        backend,
        edit: (file, text, replacement) => {
          const target = path.join(folder, file);
          const source = fs.readFileSync(target, 'utf8');
          expect(source).toContain(text);
          fs.writeFileSync(target, source.replace(text, replacement));
        },
      });
      server.kill('SIGTERM');
      await once(server, 'close');
      await backend.stop();
      fs.rmSync(folder, { recursive: true });
    },
    // Compiles the development bundle.
    { scope: 'worker', timeout: 300_000 },
  ],
  /** The page of a signed-in developer. */
  app: async ({ page, workshop: { backend } }, use) => {
    await signInAs(page, backend, ACME_MEMBER);
    await page.goto(backend.appUrl);
    await use(page);
  },
});

async function untilAnswers(url: string, server: ChildProcess): Promise<void> {
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error('The development server stopped.');
    await wait(500);
  }
}

test('an edit of a dialog keeps what was typed into it', async ({ app, workshop }) => {
  await app.getByRole('button', { name: 'New project' }).click();
  await app.getByLabel('Title').fill('Kept through the edit');
  workshop.edit('src/features/projects/ProjectDialogs.tsx', 'label="Description"', 'label="Edited description"');
  await expect(app.getByLabel('Edited description')).toBeVisible();
  await expect(app.getByLabel('Title')).toHaveValue('Kept through the edit');
});

test('the pane of DevTools is closed at first, then beside the app, and mounts only the visible rows', async ({
  app: page,
}) => {
  const pane = page.getByRole('region', { name: 'DevTools', exact: true });
  const chip = page.getByRole('button', { name: 'DevTools (Ctrl+H)' });
  await expect(page.getByRole('button', { name: 'New project' })).toBeVisible();
  await expect(pane).toBeHidden();
  // Each is an action.
  await page.evaluate(() => {
    for (let count = 0; count < 500; count += 1) window.dispatchEvent(new Event('focus'));
  });
  await chip.click();
  await expect(pane).toBeInViewport();
  await expect(chip).toBeHidden();
  const rows = pane.getByRole('list', { name: 'Actions' });
  await expect.poll(async () => (await rows.boundingBox())?.height).toBeGreaterThan(5_000);
  expect(await rows.getByRole('listitem').count()).toBeLessThan(60);
  const first = rows.getByRole('button', { name: '@@INIT' });
  await expect(async () => {
    await rows.evaluate((list) => list.parentElement?.scrollTo({ top: list.getBoundingClientRect().height }));
    await expect(first).toBeInViewport({ timeout: 500 });
  }).toPass();
  await first.click();
  await expect(page.getByRole('region', { name: 'Redux DevTools' })).toContainText('shows action 0 of ');

  const app = page.locator('#root');
  const isApart = async () => {
    const [one, other] = [await app.boundingBox(), await pane.boundingBox()];
    return one !== null && other !== null && (one.x + one.width <= other.x || one.y + one.height <= other.y);
  };
  await expect.poll(isApart).toBe(true);
  const besideWidth = (await app.boundingBox())?.width ?? 0;
  await page.keyboard.press('Control+q');
  await expect.poll(async () => (await app.boundingBox())?.width).toBeGreaterThan(besideWidth);
  await page.keyboard.press('Control+h');
  await expect(pane).toBeHidden();
  await expect(chip).toBeVisible();
});

test('the name of the product leads to the page, whatever its port', async ({ app, workshop }) => {
  await expect(app.getByRole('link', { name: 'Data Manager' })).toHaveAttribute('href', `${workshop.backend.appUrl}/`);
});

/** Collects the messages of the app in the console. */
function messagesOf(page: Page): readonly string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('[data-manager]')) messages.push(`${message.type()}: ${message.text()}`);
  });
  return messages;
}

test('sagas that a faulty reducer has crashed come back when it is mended', async ({ app, workshop }) => {
  const messages = messagesOf(app);
  await app.goto(`${workshop.backend.appUrl}/acme/kidney-clearing-pilot`);
  const download = app.getByRole('button', { name: 'Download', exact: true });
  await expect(download).toBeVisible();
  const slice = 'src/transfers/downloads/downloadsSlice.ts';
  const [right, faulty] = ['state.items.some((other) => isDownloadOf', 'state.missing.some((other) => isDownloadOf'];
  workshop.edit(slice, right, faulty);
  await expect.poll(() => messages).toContainEqual(expect.stringContaining('New reducer: downloads.'));
  for (const times of [1, 2, 3]) {
    await download.click();
    await expect.poll(() => messages.filter((message) => message.startsWith('error:'))).toHaveLength(times);
  }
  expect(messages.at(-3)).toMatch(
    /^error: .*issueCommands stopped, restarted 1 of 3, after “download .*: download queued”: TypeError: .*\n +at /,
  );
  workshop.edit(slice, faulty, right);
  await expect.poll(() => messages.filter((message) => message.includes('New reducer: downloads.'))).toHaveLength(2);
  await download.click();
  await expect(app.getByRole('region', { name: 'Transfers' })).toBeVisible();
});

test('a saga that changes while a transfer runs is said to be old code, and the page stays', async ({
  app,
  context,
  workshop,
}) => {
  const messages = messagesOf(app);
  const finish = await holdArchives(context);
  await app.goto(`${workshop.backend.appUrl}/acme/kidney-clearing-pilot`);
  await app.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(app.getByRole('region', { name: 'Transfers' }).getByRole('button', { name: 'Cancel' })).toBeVisible();
  await app.evaluate(() => document.body.setAttribute('data-page', 'the same'));
  const saga = 'export function* runDownloads';
  workshop.edit('src/transfers/downloads/driveDownload.ts', saga, `export const EDITED = true;\n\n${saga}`);
  await expect
    .poll(() => messages)
    .toContain('info: [data-manager] driveDownload.ts has changed. Its old code runs until the page is reloaded.');
  await expect(app.locator('body')).toHaveAttribute('data-page', 'the same');
  finish();
});
