import { ensureInstalled, root, run } from './steps.mjs';

await ensureInstalled();
process.exitCode = await run(process.execPath, [
  '--import',
  'tsx',
  `${root}/config/webpack/writeSecurityHeaders.ts`,
  ...process.argv.slice(2),
]);
