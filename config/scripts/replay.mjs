import path from 'node:path';
import { ensureInstalled, run } from './steps.mjs';

await ensureInstalled();
// Resolve file names against the folder in which npm was called.
const from = process.env.INIT_CWD ?? process.cwd();
const files = process.argv.slice(2).map((name) => path.resolve(from, name));
process.exitCode = await run(process.execPath, ['--import', 'tsx', 'test/replay/main.ts', ...files]);
