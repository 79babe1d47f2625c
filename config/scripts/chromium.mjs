import fs from 'node:fs';
import path from 'node:path';
import { giveUp, run, runTool, succeeds } from './steps.mjs';

const USUAL_PLACES = [
  // Chromium without a user interface, which would take up to a tenth of the tests' CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  path.join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google', 'Chrome', 'Application', 'chrome.exe'),
];

async function playwrightPath() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && fs.existsSync(file) ? file : undefined;
}

function findInstalled() {
  return USUAL_PLACES.find((file) => fs.existsSync(file));
}

function isDebianRoot() {
  return fs.existsSync('/etc/debian_version') && process.getuid?.() === 0 && succeeds('apt-get', ['--version']);
}

/**
 * Finds or installs a Chromium and returns its path, or undefined. Tries, in order: CHROMIUM_PATH, the usual places,
 * Playwright's folder, Debian's package (as root), Playwright's download.
 */
async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!fs.existsSync(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, which does not exist.`);
    return chosen;
  }
  const there = findInstalled() ?? (await playwrightPath());
  if (there) return there;

  if (isDebianRoot()) {
    console.log('Installing Chromium from the distribution …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], { env });
    const installed = findInstalled();
    if (installed) return installed;
  }
  console.log('Downloading Chromium with Playwright …');
  await runTool('@playwright/test/cli.js', ['install', 'chromium']);
  return playwrightPath();
}

/** Returns the path of a Chromium, installing one if necessary. Ends the process with a message if that fails. */
export async function requireChromium() {
  const chromium = await findChromium();
  if (!chromium) giveUp('No Chromium found. Install one, or set CHROMIUM_PATH=/path/to/chromium.');
  return chromium;
}
