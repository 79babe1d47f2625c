import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/startBackend';
import { answers, defineService, type Service } from './service';

const runFile = promisify(execFile);

/** `memstore` keeps objects in memory and holds up to 5 GiB; `bluestore` keeps them in a file and takes longer to create. */
export type CephStore = 'memstore' | 'bluestore';

const ACCESS_KEY = 'CLUSTER';
const SECRET_KEY = 'cluster-secret';
const MIB = 1024 * 1024;

/** Creates a storage in a folder and starts it. */
export async function startCeph(folder: string, store: CephStore) {
  for (const name of ['mon', 'osd', 'run']) mkdirSync(join(folder, name), { recursive: true });
  const [port, monitorPort, oldMonitorPort] = [await freePort(), await freePort(), await freePort()];
  const clusterId = randomUUID();
  const monitors = `[v2:127.0.0.1:${String(monitorPort)},v1:127.0.0.1:${String(oldMonitorPort)}]`;
  const CEPH_CONF = join(folder, 'ceph.conf');
  writeFileSync(CEPH_CONF, configuration({ folder, store, port, clusterId, monitors }));
  const env = { CEPH_CONF };
  const run = (command: string, args: readonly string[]) =>
    runFile(command, args, { cwd: folder, env: { ...process.env, ...env } });
  const daemon = (name: string, command: string, args: readonly string[], isReady: () => Promise<boolean> | boolean) =>
    defineService({ name, command, args: [...args, '-f'], folder, env, cwd: folder, isReady });

  await createKeys(run);
  await run('monmaptool', ['--create', '--clobber', '--fsid', clusterId, '--addv', 'a', monitors, 'monmap']);
  await run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring']);
  // Clients wait until the monitor responds.
  const monitor = daemon('ceph-mon', 'ceph-mon', ['-i', 'a'], () => true);
  await monitor.start();
  const osdId = randomUUID();
  await run('ceph', ['--connect-timeout', '20', 'osd', 'new', osdId, '0']);
  await run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osdId]);
  const osd = daemon('ceph-osd', 'ceph-osd', ['-i', '0'], () => true);
  await osd.start();
  const user = ['user', 'create', '--uid=cluster', '--display-name=cluster'];
  await run('radosgw-admin', ['-n', 'client.rgw.a', ...user, `--access-key=${ACCESS_KEY}`, `--secret=${SECRET_KEY}`]);
  const endpoint = `http://127.0.0.1:${String(port)}`;
  const gateway = daemon('radosgw', 'radosgw', ['-n', 'client.rgw.a'], () => answers(endpoint));
  await gateway.start();
  return {
    /** Environment variables with which a server uses it. */
    variables: { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: ACCESS_KEY, S3_SECRET_ACCESS_KEY: SECRET_KEY },
    /** The S3 gateway. */
    gateway,
    /** In the order in which they start. */
    services: [monitor, osd, gateway] as readonly Service[],
  };
}

/** The gateway waits forever without authentication, so all daemons share a keyring. */
async function createKeys(run: (command: string, args: readonly string[]) => Promise<unknown>): Promise<void> {
  const all = { mon: 'allow *', osd: 'allow *', mgr: 'allow *' };
  const capabilities: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'mon.': { mon: 'allow *' },
    'client.admin': all,
    'osd.0': { mon: 'allow profile osd', osd: 'allow *', mgr: 'allow profile osd' },
    'client.rgw.a': { mon: 'allow rw', osd: 'allow rwx', mgr: 'allow rw' },
  };
  for (const [index, [name, caps]] of Object.entries(capabilities).entries()) {
    const flags = Object.entries(caps).flatMap(([service, grant]) => ['--cap', service, grant]);
    await run('ceph-authtool', [...(index === 0 ? ['-C'] : []), 'keyring', '--gen-key', '-n', name, ...flags]);
  }
}

function configuration({
  folder,
  store,
  port,
  clusterId,
  monitors,
}: {
  readonly folder: string;
  readonly store: CephStore;
  readonly port: number;
  readonly clusterId: string;
  readonly monitors: string;
}): string {
  return `[global]
fsid = ${clusterId}
mon host = ${monitors}
auth supported = cephx
auth allow insecure global id reclaim = false
keyring = ${folder}/keyring
public addr = 127.0.0.1
ms bind ipv6 = false
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/$name.ceph.log
mon cluster log file = ${folder}/cluster.log
crash dir = ${folder}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 2000
mon data avail warn = 1
mon data avail crit = 0
paxos propose interval = 0.05
paxos min wait = 0.01
mon tick interval = 1
plugin dir = /usr/lib/${libraryFolder()}/ceph
erasure code dir = /usr/lib/${libraryFolder()}/ceph/erasure-code
[mon]
mon data = ${folder}/mon
mon osd crush smoke test = false
[osd]
osd data = ${folder}/osd
osd objectstore = ${store}
osd class dir = /usr/lib/${libraryFolder()}/rados-classes
osd class load list = *
osd class default list = *
osd memory target = ${String(1024 * MIB)}
osd op num shards = 2
bluestore block create = true
bluestore block size = ${String(20 * 1024 * MIB)}
bluestore fsck on mount = false
memstore device bytes = ${String(8 * 1024 * MIB)}
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${String(port)}
rgw enable usage log = false
rgw enable ops log = false
rgw relaxed s3 bucket names = true
rgw lc debug interval = -1
rgw gc obj min wait = 60
rgw max concurrent requests = 128
rgw thread pool size = 64
# A gateway that is killed while it completes an upload leaves a lock. For this long, 600 s by default, completing the
# upload again is answered with an error.
rgw mp lock max time = 10
`;
}

/** Returns Debian's name of the folder with libraries for this processor. */
function libraryFolder(): string {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
}
