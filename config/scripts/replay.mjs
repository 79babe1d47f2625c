import path from 'node:path';
import { parseArgs } from 'node:util';
import { announceApp, ensureInstalled, run, spawnWebpack } from './steps.mjs';

await ensureInstalled();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { open: { type: 'boolean' }, at: { type: 'string' }, 'to-test': { type: 'boolean' } },
});
// Resolve file names against the folder in which npm was called.
const from = process.env.INIT_CWD ?? process.cwd();
const files = positionals.map((name) => path.resolve(from, name));

if (values.open === true && files.length === 1) openInBrowser(files[0]);
else {
  const options = values['to-test'] === true ? ['--to-test'] : [];
  process.exitCode = await run(process.execPath, ['--import', 'tsx', 'test/replay/main.ts', ...options, ...files]);
}

/** Serves the development bundle and the recording, without a backend. */
function openInBrowser(recording) {
  const port = process.env.APP_PORT ?? '3000';
  const page = `/?replay${values.at === undefined ? '' : `=${values.at}`}`;
  const options = ['config=development', `port=${port}`, `recording=${recording}`].flatMap((one) => ['--env', one]);
  const open = process.stdout.isTTY ? ['--open', page] : [];
  const server = spawnWebpack(['serve', '--mode', 'development', ...open, ...options]);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('close', (code) => process.exit(code ?? 0));
  void announceApp('The recording can be opened:', `http://localhost:${port}${page}`);
}
