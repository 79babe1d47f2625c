import { findChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, giveUp, runTool } from './steps.mjs';

await ensureInstalled();
await ensureBuilt();
const chromium = await findChromium();
if (!chromium) giveUp('No Chromium was found: install one, or name it with CHROMIUM_PATH=/path/to/chromium.');
process.exitCode = await runTool('@playwright/test/cli.js', ['test', '-c', 'test/e2e', 'screenshots'], {
  CHROMIUM_PATH: chromium,
  SCREENSHOTS: process.argv[2] ?? 'docs/images',
});
