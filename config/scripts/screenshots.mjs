import path from 'node:path';
import { requireChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, giveUp, runTool } from './steps.mjs';

const [folder, size = '1280', scheme = 'light'] = process.argv.slice(2);
if (!/^\d+(x\d+)?$/.test(size) || !['light', 'dark', 'forced'].includes(scheme)) {
  giveUp('npm run screenshots [-- FOLDER [WIDTH[xHEIGHT] [light|dark|forced]]]');
}
await ensureInstalled();
await ensureBuilt();
process.exitCode = await runTool('@playwright/test/cli.js', ['test', '-c', 'test/screenshots'], {
  CHROMIUM_PATH: await requireChromium(),
  SIZE: size,
  // `forced` is the dark scheme with forced colours (Windows contrast themes).
  SCHEME: scheme,
  ...(folder !== undefined && { FOLDER: path.resolve(folder) }),
});
