import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../support/chromiumOptions';
import { SCREEN_GROUPS, walkScreens } from '../support/everyScreen';
import { settled } from '../support/settled';
import { freePort, startBackend } from '../support/startBackend';

const HELP = 'npm run screenshots [-- FOLDER [WIDTH[xHEIGHT] [light|dark|forced]]]';
const DOCUMENTS = 'docs/images';
const [folder = DOCUMENTS, size = '1280', scheme = 'light'] = process.argv.slice(2);
const [width = '', height = '800'] = size.split('x');
if (scheme !== 'light' && scheme !== 'dark' && scheme !== 'forced') throw new Error(HELP);

/** Takes a screenshot. In the folder of the docs, only replaces existing ones. */
async function shoot(page: Page, name: string): Promise<void> {
  const file = path.join(folder, `${name}.png`);
  if (folder === DOCUMENTS && !fs.existsSync(file)) return;
  await settled(page);
  await page.screenshot({ path: file });
}

/** `forced` uses the dark scheme with forced colours (Windows contrast themes). */
async function takeScreenshots(colours: 'light' | 'dark' | 'forced'): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-pictures-'));
  const backend = await startBackend({ SAMPLES: '1', APP_PORT: String(await freePort()) });
  const browser = await chromium.launch(chromiumOptions);
  try {
    const viewport = { width: Number(width), height: Number(height) };
    for (const group of SCREEN_GROUPS) {
      const context = await browser.newContext({
        colorScheme: colours === 'light' ? 'light' : 'dark',
        forcedColors: colours === 'forced' ? 'active' : 'none',
        viewport,
        reducedMotion: 'reduce',
      });
      // tsx wraps named functions in a helper that only exists in Node; functions sent to the page need it too.
      await context.addInitScript('globalThis.__name = (value) => value');
      const page = await context.newPage();
      await walkScreens(group, { page, appUrl: backend.appUrl, disk, visit: (name) => shoot(page, name) });
      await context.close();
    }
  } finally {
    await browser.close();
    await backend.stop();
    fs.rmSync(disk, { recursive: true, force: true });
  }
}

void takeScreenshots(scheme);
