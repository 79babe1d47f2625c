import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { APP_STAMP, giveUp, NPM, root, run } from './steps.mjs';

/** The oldest Node that works, and the supported versions, the newest last. */
const NODES = ['20.19.0', '22', '24', '26'];

const LOOK_EVERY_MS = 200;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Returns the versions of Node on which nothing else has run. */
export function otherNodes() {
  return NODES.filter((version) => Number.parseInt(version, 10) !== Number.parseInt(process.versions.node, 10));
}

/** Installs a version of Node from its npm package, unless it is there, and returns its environment. */
async function installNode(version, results) {
  const folder = path.join(root, '.cache', 'nodes', version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const bin = path.join(folder, 'node_modules', name, 'bin');
  if (!fs.existsSync(bin)) {
    console.log(`Installing Node ${version} …`);
    const code = await run(NPM, ['install', '--no-save', '--silent', '--prefix', folder, `${name}@${version}`]);
    if (code !== 0) giveUp(`Node ${version} can't be installed (see above).`);
  }
  const warnings = path.join(results, `warnings-${version}`);
  const env = { PATH: `${bin}${path.delimiter}${process.env.PATH}`, NODE_REDIRECT_WARNINGS: warnings };
  return { node: path.join(bin, 'node'), env, warnings };
}

async function freePort() {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return String(port);
}

async function isServed(url, pattern) {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok === true && pattern.test(await response.text());
}

/** Runs a script on a version of Node until it serves the app, and stops it. */
async function tryServer({ node, env, warnings }, script) {
  const [port, appPort] = [await freePort(), await freePort()];
  const data = fs.mkdtempSync(path.join(path.dirname(warnings), 'data-'));
  const child = spawn(node, [path.join('config', 'scripts', script)], {
    cwd: root,
    env: { ...process.env, ...env, PORT: port, APP_PORT: appPort, DATA_DIR: data, SAMPLES: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close');
  const end = Date.now() + GIVE_UP_AFTER_MS;
  let isReady = false;
  while (!isReady && child.exitCode === null && Date.now() < end) {
    isReady =
      (await isServed(`http://localhost:${port}/healthz`, /"ok"/)) &&
      (await isServed(`http://localhost:${appPort}/`, /<div id="?root"?>/));
    if (!isReady) await delay(LOOK_EVERY_MS);
  }
  child.kill('SIGTERM');
  const [code] = await ended;
  const problems = [
    ...(code === 0 ? [] : [`It ended with ${String(code)}.`]),
    ...(isReady ? [] : ['It did not serve the app.']),
    ...(/\bnpm warn|^\(node:\d+\)/im.test(output) ? ['It printed a warning of npm or Node.'] : []),
  ];
  return problems.length === 0 ? { code: 0, output: '' } : { code: 1, output: [...problems, output].join('\n') };
}

/** Returns a version of Node with the checks of the scripts on it, which run one after the other. Only the last starts `npm run dev`. */
export async function prepareNode(version, results, isLast) {
  const installed = await installNode(version, results);
  const check = (title, script) => ({ title: `Node ${version}: ${title}`, run: () => tryServer(installed, script) });
  // The start has to build the app with this version, too.
  fs.rmSync(APP_STAMP, { force: true });
  const checks = [
    check('npm start', 'start.mjs'),
    ...(isLast ? [check('npm run dev', 'dev.mjs')] : []),
    {
      title: `Node ${version}: no warnings`,
      run() {
        const output = fs.existsSync(installed.warnings) ? fs.readFileSync(installed.warnings, 'utf8') : '';
        return { code: output === '' ? 0 : 1, output };
      },
    },
  ];
  return { ...installed, checks };
}
