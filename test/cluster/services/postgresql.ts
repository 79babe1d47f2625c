import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../support/startBackend';
import { installPackages } from '../installPackages';
import { defineService, isRoot, type Service } from './service';

const INSTALLED_IN = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. */
const USER = 'postgres';

/** A PostgreSQL server with an empty database. */
export interface PostgreSql {
  /** The URL of the database. */
  readonly url: string;
  readonly service: Service;
}

/**
 * Creates a server in a folder and starts it. It does not flush to disk: it survives a killed process, but not a power
 * cut.
 */
export async function startPostgreSql(folder: string): Promise<PostgreSql> {
  installPackages();
  mkdirSync(folder, { recursive: true });
  const version = readdirSync(INSTALLED_IN)
    .sort((a, b) => Number(b) - Number(a))
    .at(0);
  const programs = join(INSTALLED_IN, version ?? '', 'bin');
  const data = join(folder, 'data');
  const asUser = isRoot() ? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'] : ['env'];
  if (isRoot()) {
    const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, USER])));
    chownSync(folder, uid, gid);
  }
  const [command = '', ...prefix] = asUser;
  const options = ['-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(command, [...prefix, join(programs, 'initdb'), '-D', data, ...options], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const port = await freePort();
  const url = `postgres://app@127.0.0.1:${String(port)}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    shared_buffers: '64MB',
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
  };
  const service = defineService({
    name: 'postgresql',
    command: join(programs, 'postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    folder,
    cwd: '/',
    user: USER,
    // Does not wait for clients.
    stopSignal: 'SIGINT',
    // After a kill, the processes of connections hold the shared memory for a moment.
    attempts: 50,
    isReady: () => isReady(url),
  });
  await service.start();
  return { url, service };
}

async function isReady(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
