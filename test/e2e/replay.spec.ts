import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../support/startBackend';

const ROOT = path.join(__dirname, '../..');

test('the production build has no code of Redux DevTools and of the replay', () => {
  const scripts = fs.readdirSync(path.join(ROOT, 'dist/static')).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const name of scripts) {
    expect(fs.readFileSync(path.join(ROOT, 'dist/static', name), 'utf8')).not.toMatch(
      /IMPORT_STATE|stepShown|slice-changed|webpackHot|JUMP_TO_ACTION/,
    );
  }
});

/** Starts `npm run replay -- FILE --open`, and returns the address that it prints and a function that stops it. */
async function openRecording(...args: string[]) {
  const server = spawn(process.execPath, ['config/scripts/replay.mjs', ...args], {
    cwd: ROOT,
    env: { ...process.env, APP_PORT: String(await freePort()) },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.on('close', () => reject(new Error(`It stopped: ${output}`)));
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const [address] = /http:\/\/localhost:\d+\/\?replay\S*/.exec(output) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.on('close', () => resolve());
      server.kill('SIGTERM');
    });
  return { url, stop };
}

let recording: Awaited<ReturnType<typeof openRecording>>;

test.beforeAll(async () => {
  // Compiles the development bundle.
  test.setTimeout(300_000);
  recording = await openRecording('test/recordings/upload-cancelled.json', '--open', '--at', '8');
});

test.afterAll(async () => {
  await recording.stop();
});

test('a recording opens at a step, and is stepped by keys, without a request', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(recording.url).origin)) foreign.push(request.url());
  });
  await page.goto(recording.url);
  const bar = page.getByRole('region', { name: 'Recording' });
  await expect(page.getByRole('status').filter({ hasText: /^Recording of \/, / })).toBeVisible();
  await expect(bar).toContainText('Signed in: user-1 (acme)');
  await expect(bar).toContainText('Step 8 of 17');
  await page.getByRole('button', { name: 'Step forward' }).click();
  await expect(bar).toContainText('Step 9 of 17');
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(bar).toContainText('Step 8 of 17');
  await expect(page.getByText('TC042_S000001_L01_ch01.tif', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(bar).toContainText('Step 7 of 17');
  await page.keyboard.press(' ');
  await expect(bar).toContainText('Step 17 of 17');
  await expect(page.getByRole('log', { name: 'Recorded toasts' })).toContainText('Upload was aborted.');
  await expect(page.getByText('TC042_S000001_L01_ch01.tif', { exact: true })).toBeHidden();
  expect(foreign).toEqual([]);
});

test('a recording that is dropped on the page opens in a new tab, whatever its name', async ({ page }) => {
  await page.goto(new URL('/', recording.url).href);
  const text = fs.readFileSync(path.join(ROOT, 'test/recordings/upload-of-several-parts.json'), 'utf8');
  const drop = async (content: string) => {
    const dataTransfer = await page.evaluateHandle((one) => {
      const data = new DataTransfer();
      data.items.add(new File([one], 'night.txt'));
      return data;
    }, content);
    await page.dispatchEvent('body', 'drop', { dataTransfer });
  };
  const opened = page.waitForEvent('popup');
  await drop('{"files":[]}');
  await drop(text);
  const { length } = JSON.parse((JSON.parse(text) as { readonly payload: string }).payload) as readonly unknown[];
  await expect((await opened).getByRole('region', { name: 'Recording' })).toContainText(`Step ${length} of ${length}`);
  expect(page.context().pages()).toHaveLength(2);
});
