/** `npm run start:cluster`: runs a cluster with sample data until Ctrl+C. */
import { SAMPLE_USERS } from '../../server/src/identity/sampleUsers';
import type { CephStore } from './services/ceph';
import { startCluster } from './startCluster';

async function tryCluster(): Promise<void> {
  const { CEPH_STORE: store = 'memstore', PORT: port = '4000', APP_PORT: appPort = '3000' } = process.env;
  if (!isStore(store)) throw new Error(`CEPH_STORE must be memstore or bluestore, but is "${store}".`);
  const print = (line: string): boolean => process.stdout.write(`${line}\n`);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const cluster = await startCluster({
    store,
    ports: { port: Number(port), appPort: Number(appPort) },
    variables: { SAMPLES: '1' },
    print,
  });
  print(`\nApp:     ${cluster.appUrl}/\nBackend: ${cluster.url}\nSign-in: ${cluster.issuerUrl}`);
  print('Sample users (email / password):');
  for (const { email, password, sponsorId } of SAMPLE_USERS) print(`  ${email} / ${password} (${sponsorId})`);
  print('Press Ctrl+C to stop. All data is deleted then.');
  await stopped;
  print('Stopping …');
  await cluster.stop();
}

function isStore(text: string): text is CephStore {
  return text === 'memstore' || text === 'bluestore';
}

tryCluster().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
