import { ensureInstalled, runTool } from './steps.mjs';

await ensureInstalled();
process.exitCode = await runTool('webpack/bin/webpack.js', ['--mode', 'production', ...process.argv.slice(2)]);
