import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { announceApp, ensureInstalled, giveUp, root, run, spawnWebpack } from './steps.mjs';

await ensureInstalled();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    open: { type: 'boolean' },
    at: { type: 'string' },
    'to-test': { type: 'boolean' },
    only: { type: 'string' },
    file: { type: 'string' },
    'at-build': { type: 'boolean' },
  },
});
// Resolve file names against the folder in which npm was called.
const from = process.env.INIT_CWD ?? process.cwd();
const files = positionals.map((name) => path.resolve(from, name));

if ((values['at-build'] === true || values.open === true) && files.some((file) => !fs.existsSync(file)))
  giveUp(`There is no file ${files.join(' ')}.`);
else if (values['at-build'] === true && files.length === 1) process.exitCode = await replayAtBuild(files[0]);
else if (values.open === true && files.length === 1) openInBrowser(files[0]);
else {
  const options = [
    ...(values['to-test'] === true ? ['--to-test'] : []),
    ...['only', 'file'].flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]])),
  ];
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

/** Replays with the code that made the recording, in a checkout of its own, which is removed afterwards. */
async function replayAtBuild(recording) {
  const [, commit] = /"build":"[^"]*\.([0-9a-f]{40})"/.exec(fs.readFileSync(recording, 'utf8')) ?? [];
  if (commit === undefined) giveUp('The recording does not name the commit of the build that made it.');
  const checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'replay-'));
  if ((await run('git', ['worktree', 'add', '--quiet', '--detach', checkout, commit])) !== 0) {
    fs.rmdirSync(checkout);
    giveUp(`The commit ${commit} is not in this repository: run git fetch, then try again.`);
  }
  linkPackages(checkout);
  // Ctrl+C ends the replay, and then the checkout is removed.
  process.on('SIGINT', () => undefined);
  const args = process.argv.slice(2).filter((arg) => arg !== '--at-build' && !positionals.includes(arg));
  const code = await run(process.execPath, ['config/scripts/replay.mjs', recording, ...args], { cwd: checkout });
  await run('git', ['worktree', 'remove', '--force', checkout]);
  return code;
}

/** Links the packages, except the workspaces: those are code of the checkout. It installs others if it needs them. */
function linkPackages(checkout) {
  const packages = path.join(root, 'node_modules');
  const linked = path.join(checkout, 'node_modules');
  fs.mkdirSync(path.join(linked, '@data-manager'), { recursive: true });
  for (const name of fs.readdirSync(packages)) {
    if (name !== '@data-manager') fs.symlinkSync(path.join(packages, name), path.join(linked, name));
  }
  for (const name of ['domain', 'lib'])
    fs.symlinkSync(path.join(checkout, 'src', name), path.join(linked, '@data-manager', name));
}
