import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { areInstalled } from './packages.mjs';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const OLDEST_NODE = [20, 19];

export const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** The file that tells from which sources the app was built. */
export const APP_STAMP = path.join(root, 'node_modules', '.built-sources');

/** The bundled server. */
export const SERVER = 'server/dist/main.js';

/** Prints a message without a stack trace and ends the process. */
export function giveUp(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** Runs a command with its output on the terminal and resolves to its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Starts Node with its output on the terminal. */
export function spawnNode(args, env) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

/** Starts Node on a TypeScript file. */
export function spawnTypeScript(file, env, args = []) {
  return spawnNode(['--import', 'tsx', file, ...args], env);
}

/**
 * Starts webpack with its output on the terminal. Its configuration is TypeScript, which Node 20 does not read and later
 * versions read with a warning.
 */
export function spawnWebpack(args) {
  return spawnTypeScript(path.join(root, 'node_modules', 'webpack', 'bin', 'webpack.js'), {}, args);
}

/** Prints the address of the development server once it answers, which is when it has compiled the app. */
export async function announceApp(message, url) {
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await setTimeout(500);
  console.log(`${message} ${url}`);
}

/** Builds the app and the command line for production and resolves to webpack's exit code. */
export async function buildApp(args = []) {
  const code = await new Promise((resolve) => {
    spawnWebpack(['--mode', 'production', ...args]).on('close', (ended) => resolve(ended ?? 1));
  });
  // Afterwards, because webpack empties `dist/`.
  if (code === 0) await (await import('./bundleCli.mjs')).bundleCli();
  return code;
}

/** Runs a tool of `node_modules` with its output on the terminal and resolves to its exit code. */
export function runTool(script, args, env = {}, node = process.execPath) {
  return run(node, [path.join(root, 'node_modules', script), ...args], {
    env: { ...process.env, ...env },
  });
}

/** Runs a tool of `node_modules` and resolves to its exit code and everything it printed. */
export function captureTool(script, args, env = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
    });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Returns a hash of files below the root, whose names are relative so that it does not change when a checkout moves. */
function fingerprint(files) {
  const hash = crypto.createHash('sha256');
  for (const file of files) {
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

function readStamp(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

/** `npm ci` empties `node_modules` first, which would delete the packages behind a link. */
function refuseLinkedPackages(folder) {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  giveUp(
    `Packages must be installed, but node_modules is a link to ${fs.readlinkSync(folder)}, and installing would empty ` +
      'that folder. Nothing was changed. Remove the link and try again, or run npm start in the linked checkout first.',
  );
}

/** Installs the packages of the lock file unless they are installed already. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    giveUp(`Data Manager needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  }
  if (areInstalled(root)) return;
  refuseLinkedPackages(path.join(root, 'node_modules'));
  console.log('Installing packages …');
  // Also where NODE_ENV is `production`, in which npm leaves out the packages that build the app.
  if ((await run(NPM, ['ci', '--include=dev', '--include=optional'])) !== 0) {
    giveUp('npm ci failed (see above): check the network and the access to a package registry, then try again.');
  }
}

/** Builds the server, and the app into `dist/`, unless they were built from the same sources. */
export async function ensureBuilt() {
  await ensureServerBuilt();
  const sources = [
    ...['src', 'public', 'config'].flatMap(filesBelow),
    ...['webpack.config.ts', 'tsconfig.json', 'tsconfig.base.json', 'package-lock.json'],
  ];
  const wanted = fingerprint(sources);
  if (readStamp(APP_STAMP) === wanted && fs.existsSync(path.join(root, 'dist', 'index.html'))) return;
  console.log('Building the app …');
  if ((await buildApp()) !== 0) giveUp('The build failed (see above).');
  fs.writeFileSync(APP_STAMP, wanted);
}

/** Bundles the server into `server/dist/` unless it was built from the same sources. */
export async function ensureServerBuilt() {
  const stamp = path.join(root, 'node_modules', '.built-server');
  // The server shares the domain and the security headers with the app.
  const wanted = fingerprint([...['server/src', 'src', 'config'].flatMap(filesBelow), 'package-lock.json']);
  if (readStamp(stamp) === wanted && fs.existsSync(path.join(root, SERVER))) return;
  const { bundleServer } = await import('./bundleServer.mjs');
  await bundleServer();
  fs.writeFileSync(stamp, wanted);
}

/** Returns true if a command exits with 0. Its output is not shown. */
export function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
