import { setTimeout as wait } from 'node:timers/promises';
import { signIn, type Session } from '../support/signIn';
import { until } from '../support/until';
import { uploadFile } from '../support/uploadFile';
import { contentOf } from './customer';
import { ALL_READY_PATH } from './services/haproxy';
import { answers } from './services/service';
import { startCluster, type Cluster } from './startCluster';

const CLIENTS = 6;
/** Longer than haproxy needs to notice that a server is not ready. */
const DELAY_SECONDS = '2';

let cluster: Cluster;
let sessions: Session[];

beforeAll(async () => {
  cluster = await startCluster({ variables: { SHUTDOWN_DELAY_SECONDS: DELAY_SECONDS } });
  sessions = await Promise.all(Array.from({ length: CLIENTS }, () => signIn(cluster, 'member@acme.example')));
});
afterAll(() => cluster.stop());

const areAllReady = (): Promise<boolean> => answers(cluster.url + ALL_READY_PATH, ({ ok }) => ok);

/** Makes calls until `isDone`, never repeating one. Returns their number. */
async function work(session: Session, project: string, isDone: () => boolean): Promise<number> {
  const { projectHash } = await session.make<{ projectHash: string }>('/project', { title: project });
  let uploads = 0;
  while (!isDone()) {
    uploads += 1;
    const name = `d${String(uploads)}`;
    const { datasetHash } = await session.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: name });
    await uploadFile(session, `acme/${project}/${name}/a.bin`, [contentOf(name, 10_000)]);
    const renamed = await session.call('PUT', `/dataset/${datasetHash}`, { dataset: `${name}-renamed` });
    const listed = await session.call<{ files: unknown[] }>('GET', `/manage/files?path=acme/${project}`);
    expect([renamed.status, listed.status, listed.body.files.length]).toEqual([200, 200, uploads]);
  }
  return uploads;
}

test('a rolling restart behind haproxy under load fails no request, although clients repeat none', async () => {
  let isDone = false;
  const working = Promise.all(sessions.map((session, index) => work(session, `p${String(index)}`, () => isDone)));
  // Do not wait for the restarts after a request has failed.
  const restarting = (async () => {
    for (const server of [cluster.services.server1, cluster.services.server2]) {
      await wait(500);
      await server.stop();
      await server.start();
      await until('haproxy uses both servers', async () => (await areAllReady()) || undefined);
    }
    await wait(500);
  })();
  try {
    await Promise.race([restarting, working]);
  } finally {
    isDone = true;
    await restarting;
  }
  const uploads = (await working).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${String(uploads)} uploads during the restarts\n`);
  expect(uploads).toBeGreaterThan(CLIENTS);
});
