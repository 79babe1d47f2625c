import path from 'node:path';
import { bundleCli, CLI } from './bundleCli.mjs';
import { ensureInstalled, root, run } from './steps.mjs';

await ensureInstalled();
await bundleCli();
// The command stops by itself.
process.on('SIGINT', () => undefined);
const args = [path.join(root, CLI), ...process.argv.slice(2)];
process.exitCode = await run(process.execPath, args, { cwd: process.env.INIT_CWD ?? process.cwd() });
