import { findChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, giveUp, run } from './steps.mjs';

await ensureInstalled();
await ensureBuilt();
const chromium = await findChromium();
if (!chromium) giveUp('No Chromium was found: install one, or name it with CHROMIUM_PATH=/path/to/chromium.');
process.exitCode = await run(
  process.execPath,
  ['--import', 'tsx', 'test/bench/runBench.ts', ...process.argv.slice(2)],
  { env: { ...process.env, CHROMIUM_PATH: chromium } },
);
