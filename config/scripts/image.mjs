import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { giveUp, NPM, root, run, succeeds } from './steps.mjs';

function output(command, args) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

const npmSetting = (name) => output(NPM, ['config', 'get', name]);

function readIfThere(file) {
  return file !== undefined && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/**
 * Returns npm's settings on this machine as one file that needs no others: how to reach the registry, and the certificates
 * to trust. The build mounts it as a secret, so that it becomes no part of the image.
 */
function npmSettings() {
  const lines = ['globalconfig', 'userconfig'].flatMap((name) => readIfThere(npmSetting(name)).split('\n'));
  const bundles = [npmSetting('cafile'), process.env.NODE_EXTRA_CA_CERTS].map(readIfThere);
  const certificates = bundles.join('\n').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return [
    // Paths of this machine mean nothing in a container.
    ...lines.filter((line) => !/^\s*(cache|cafile|nodedir|prefix)\b/.test(line)),
    `registry=${npmSetting('registry')}`,
    ...[...new Set(certificates)].map((one) => `ca[]=${JSON.stringify(one)}`),
  ].join('\n');
}

// `npm run image -- NAME`
const tool = ['buildah', 'podman'].find((one) => succeeds(one, ['--version']));
if (tool === undefined) giveUp('Neither buildah nor podman was found. Install one of them.');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-image-'));
const npmrc = path.join(folder, 'npmrc');
fs.writeFileSync(npmrc, npmSettings(), { mode: 0o600 });
process.exitCode = await run(tool, [
  'build',
  // The default format has no health checks.
  '--format=docker',
  `--secret=id=npmrc,src=${npmrc}`,
  `--build-arg=VERSION=${version}`,
  `--build-arg=REVISION=${output('git', ['rev-parse', 'HEAD']) || 'unknown'}`,
  '--file=deploy/Containerfile',
  `--tag=${process.argv[2] ?? 'data-manager'}`,
  '.',
]);
fs.rmSync(folder, { recursive: true });
