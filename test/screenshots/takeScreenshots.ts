import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumOptions } from '../support/chromiumOptions';
import { drawnTiff } from '../support/drawnTiff';
import { freePort, startBackend } from '../support/startBackend';
import { ACME_ADMIN, walkLogin } from '../support/walkLogin';

const HELP = 'npm run screenshots [-- FOLDER [WIDTH [light|dark]]]';
const [folder = 'docs/images', width = '1280', scheme = 'light'] = process.argv.slice(2);
if (scheme !== 'light' && scheme !== 'dark') throw new Error(HELP);

async function everyThumbnail(page: Page): Promise<void> {
  const pictures = page.getByRole('grid').getByRole('img');
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.every((one) => !(one instanceof HTMLImageElement) || one.naturalWidth > 0)),
    )
    .toBe(true);
}

/** Walks the product with the sample data of a backend of its own, one picture a screen. */
async function walk(page: Page, appUrl: string, disk: string): Promise<void> {
  const shoot = async (name: string) => {
    // What is in the document is in the picture two frames later.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined)))),
    );
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };
  await page.goto(appUrl);
  await expect(page.getByRole('dialog', { name: 'Login Failed' })).toBeVisible();
  await shoot('login');
  await walkLogin(page, appUrl, ACME_ADMIN);
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
  await shoot('projects');
  await page.getByRole('button', { name: 'New project' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot('new-project');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
  await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
  await shoot('project');
  await page.goto(`${appUrl}/acme/mouse-brain-atlas/TC042`);
  await everyThumbnail(page);
  await page.getByRole('checkbox', { name: 'TC042_S000001_L01_ch01.tif' }).check();
  await shoot('dataset');
  await page.goto(`${appUrl}/acme/mouse-brain-atlas/TC042/upload`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const names = ['TC042_S000023_L01_ch01.tif', 'TC042_S000025_L01_ch01.tif', 'TC042_S24_L01_ch01.tif'];
  const files = names.map((name, index) => {
    fs.writeFileSync(path.join(disk, name), drawnTiff(400_000 * (index + 1), index));
    return path.join(disk, name);
  });
  await (await chooser).setFiles(files);
  await expect(page.getByText('invalid total Sections')).toBeVisible();
  await shoot('upload');
  await page.goto(`${appUrl}/acme/mouse-brain-atlas`);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await shoot('transfers');
  await page.getByRole('region', { name: 'Transfers' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
  await shoot('cancel');
}

async function takeScreenshots(colorScheme: 'light' | 'dark'): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-pictures-'));
  const backend = await startBackend({ SAMPLES: '1', APP_PORT: String(await freePort()) });
  const browser = await chromium.launch(chromiumOptions);
  try {
    const viewport = { width: Number(width), height: 800 };
    const page = await (await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })).newPage();
    await walk(page, backend.appUrl, disk);
  } finally {
    await browser.close();
    await backend.stop();
    fs.rmSync(disk, { recursive: true, force: true });
  }
}

void takeScreenshots(scheme);
