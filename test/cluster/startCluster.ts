import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readEnvironment, type S3Settings } from '../../server/src/environment/environment';
import { createS3Client, setUpBucket } from '../../server/src/storage/s3/s3Bucket';
import type { SharedBackend } from '../support/sharedBackend';
import { freePort } from '../support/startBackend';
import { writeKeys } from '../support/testKeys';
import { installPackages } from './installPackages';
import { startCeph, type CephStore } from './services/ceph';
import { startHaproxy, type Target } from './services/haproxy';
import { startIssuer } from './services/issuer';
import { startPostgreSql } from './services/postgresql';
import { answers, defineService, type Service } from './services/service';

const REPOSITORY_ROOT = resolve(__dirname, '..', '..');
const BUCKET = 'data-manager';

/** Programs that can be stopped and killed one by one. */
type ServiceName = 'server1' | 'server2' | 'postgresql' | 'radosgw' | 'haproxy' | 'issuer';

/** Two servers behind haproxy on PostgreSQL, Ceph and an identity provider of their own. Its URLs are those of haproxy. */
export interface Cluster extends SharedBackend {
  readonly databaseUrl: string;
  readonly issuerUrl: string;
  readonly services: Readonly<Record<ServiceName, Service>>;
  readonly s3: S3Settings;
  /** The processes of the storage, in the order in which they start. */
  readonly storage: readonly Service[];
  /** Stops everything and removes all data. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  readonly store?: CephStore;
  /** Ports of the API and the app; unused ones by default. */
  readonly ports?: Target;
  /** Environment variables of the servers. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Receives a line for each step. */
  readonly print?: (line: string) => void;
}

/** Starts a cluster with new data. The server must be built, and the app, too, if it is used. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  installPackages();
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-cluster-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  const running: Service[] = [];
  const stop = async (): Promise<void> => {
    for (const service of running.toReversed()) await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await startServices(folder, running, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServices(
  folder: string,
  running: Service[],
  { store = 'memstore', ports, variables = {}, print = () => undefined }: ClusterOptions,
): Promise<Omit<Cluster, 'stop'>> {
  const own = ports ?? { port: await freePort(), appPort: await freePort() };
  const url = `http://localhost:${String(own.port)}`;
  const appUrl = `http://localhost:${String(own.appPort)}`;
  const subfolder = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };

  print('PostgreSQL …');
  const { url: databaseUrl, service: postgresql } = await startPostgreSql(subfolder('postgresql'));
  running.push(postgresql);
  print(`Ceph (${store}) …`);
  const ceph = await startCeph(subfolder('ceph'), store);
  running.push(...ceph.services);
  print('Identity provider …');
  const issuer = await startIssuer(folder, await freePort(), url);
  running.push(issuer.service);

  print('Servers and haproxy …');
  const shared = {
    PUBLIC_URL: url,
    APP_URL: appUrl,
    DATABASE_URL: databaseUrl,
    S3_BUCKET: BUCKET,
    ...ceph.variables,
    ...issuer.variables,
    TRUSTED_PROXIES: '127.0.0.1',
    SAMPLES: '0',
    ...variables,
  };
  const s3 = await prepareBucket(shared);
  const pipelines = subfolder('pipelines');
  const startServer = async (name: string): Promise<{ service: Service; target: Target }> => {
    const dataDir = subfolder(name);
    symlinkSync(pipelines, join(dataDir, 'pipelines'));
    if (name === 'server1') await writeKeys(dataDir);
    const target = { port: await freePort(), appPort: await freePort() };
    const service = defineService({
      name,
      command: process.execPath,
      args: ['server/dist/main.js'],
      folder,
      cwd: REPOSITORY_ROOT,
      env: { ...shared, PORT: String(target.port), APP_PORT: String(target.appPort), DATA_DIR: dataDir },
      isReady: () => answers(`http://127.0.0.1:${String(target.port)}/readyz`, ({ ok }) => ok),
    });
    running.push(service);
    await service.start();
    return { service, target };
  };
  // One after the other, because the first creates the sample data.
  const first = await startServer('server1');
  const second = await startServer('server2');
  const haproxy = await startHaproxy(folder, own, [first.target, second.target]);
  running.push(haproxy);

  return {
    url,
    appUrl,
    directUrl: `http://127.0.0.1:${String(first.target.port)}`,
    dataDir: join(folder, 'server1'),
    databaseUrl,
    issuerUrl: issuer.url,
    services: {
      server1: first.service,
      server2: second.service,
      postgresql,
      radosgw: ceph.gateway,
      haproxy,
      issuer: issuer.service,
    },
    storage: ceph.services,
    s3,
    logFiles: [first.service.logFile, second.service.logFile],
  };
}

/** Does the same as `npm run setup:storage`. */
async function prepareBucket(variables: Readonly<Record<string, string>>): Promise<S3Settings> {
  const { s3, appUrl } = readEnvironment(variables, REPOSITORY_ROOT);
  if (s3 === undefined) throw new Error('There is no bucket.');
  const client = createS3Client(s3);
  await setUpBucket(client, s3, appUrl);
  client.destroy();
  return s3;
}
