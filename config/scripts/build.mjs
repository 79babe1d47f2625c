import { buildApp, ensureInstalled, ensureServerBuilt } from './steps.mjs';

await ensureInstalled();
await ensureServerBuilt();
// webpack-cli's own `--analyze` needs another package.
const options = process.argv.slice(2).flatMap((one) => (one === '--analyze' ? ['--env', 'analyze'] : [one]));
process.exitCode = await buildApp(options);
