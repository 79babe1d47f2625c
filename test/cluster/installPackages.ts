import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isRoot } from './services/service';

/** The packages of the cluster's services. */
const PACKAGES = {
  '/usr/bin/radosgw': 'radosgw',
  '/usr/bin/radosgw-admin': 'radosgw',
  '/usr/bin/ceph-mon': 'ceph-mon',
  '/usr/bin/ceph-osd': 'ceph-osd',
  '/usr/bin/ceph': 'ceph-common',
  '/usr/lib/postgresql': 'postgresql',
  '/usr/sbin/haproxy': 'haproxy',
} as const;

/**
 * Installs missing Debian packages, by default those of the cluster's services.
 *
 * @param packages packages by a file that each of them installs
 */
export function installPackages(packages: Readonly<Record<string, string>> = PACKAGES): void {
  const missing = [...new Set(Object.entries(packages).flatMap(([file, name]) => (existsSync(file) ? [] : [name])))];
  if (missing.length === 0) return;
  const names = missing.join(' ');
  if (!existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `The Debian packages ${names} are missing. Run this on Debian or Ubuntu, or in a container of them.`,
    );
  }
  if (!isRoot()) {
    throw new Error(`Packages are missing that only root can install: sudo apt-get install ${names}`);
  }
  process.stdout.write(`Installing ${names} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...missing);
}
