import { requireChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, run } from './steps.mjs';

await ensureInstalled();
await ensureBuilt();
process.exitCode = await run(process.execPath, ['--import', 'tsx', 'bench/runBench.ts', ...process.argv.slice(2)], {
  env: { ...process.env, CHROMIUM_PATH: await requireChromium() },
});
