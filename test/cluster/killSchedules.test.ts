import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, type Random } from '../support/createRandom';
import { START_TIMEOUT_MS } from '../support/startBackend';
import { md5 } from '../support/uploadFile';
import { compareContents } from './compareContents';
import { contentOf, createCustomer, type Customer } from './customer';
import { startCluster, type Cluster } from './startCluster';

/** Set `KILL_SEED` to repeat a run, and `KILL_SCHEDULES` to 1 as well to repeat only the first schedule of it. */
const SEED = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
const SCHEDULES = Number(process.env.KILL_SCHEDULES ?? 200);
/** Long enough for a few calls before and after the kill. */
const KILL_WITHIN_MS = 600;
const STAYS_DEAD_UP_TO_MS = 400;
const CUSTOMERS = 3;
const STEPS = 4;
const PART_BYTES = 5 * 1024 * 1024;

const NAMES = ['server1', 'server2', 'postgresql', 'radosgw', 'haproxy', 'issuer'] as const;

let cluster: Cluster;
let customers: Customer[];
/** The identity provider of these tests forgets its sessions when it is killed. */
let issuerKills = 0;
/** The number of those kills before each customer's session was last renewed. */
const killsBefore = new Map<Customer, number>();
/** The sizes of all files that a completed schedule has left, by key. */
const acknowledged = new Map<string, number>();

beforeAll(async () => {
  cluster = await startCluster();
  customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => createCustomer(cluster, 'admin@acme.example')));
  for (const customer of customers) killsBefore.set(customer, 0);
}, 3 * START_TIMEOUT_MS);
afterAll(() => cluster.stop());

/** A dataset of one customer, as far as it was acknowledged. */
interface Dataset {
  readonly hash: string;
  title: string;
  /** The contents of the files by name. */
  readonly files: Map<string, Buffer>;
}

/** The calls that a customer makes in one schedule. Returns the datasets that must exist afterwards. */
async function work(customer: Customer, random: Random, project: Project, id: string): Promise<Dataset[]> {
  const create = async (title: string): Promise<Dataset> => {
    const form = { projectHash: project.hash, dataset: title };
    // Conflicts with itself if the response to an earlier attempt was lost.
    await customer.callOnce('POST', '/dataset', form, 409);
    const { datasets } = (await customer.call('GET', `/dataset/${project.hash}`)) as unknown as {
      datasets: { dataset: string; datasetHash: string }[];
    };
    const hash = datasets.find(({ dataset }) => dataset === title)?.datasetHash;
    if (hash === undefined) throw new Error(`The dataset ${title} was created, but is not listed.`);
    return { hash, title, files: new Map() };
  };
  const dataset = await create(`${id}-0`);
  const kept = [dataset];
  let made = 0;
  const partsOf = (name: string): Buffer[] => {
    const last = contentOf(name, 1 + random(20_000));
    return random(6) === 0 ? [contentOf(name, PART_BYTES), last] : [last];
  };
  const keyOf = (name: string): string => `acme/${project.title}/${dataset.title}/${name}`;
  const upload = async (name: string): Promise<void> => {
    const parts = partsOf(`${keyOf(name)} ${String((made += 1))}`);
    await customer.upload(keyOf(name), parts);
    dataset.files.set(name, Buffer.concat(parts));
  };
  const steps = [
    () => upload(`${String(made)}.bin`),
    // Replaces a file, or else uploads it.
    () => upload('0.bin'),
    () => customer.upload(keyOf(`abandoned-${String(made)}.bin`), partsOf('abandoned'), { abandons: true }),
    async () => {
      const title = `${id}-${String((made += 1))}`;
      await customer.call('PUT', `/dataset/${dataset.hash}`, { dataset: title });
      dataset.title = title;
    },
    // A folder becomes a dataset.
    async () => {
      const title = `${id}-folder-${String((made += 1))}`;
      const files = new Map<string, Buffer>();
      for (const name of ['a.bin', 'b.bin']) {
        const parts = partsOf(`${title}/${name}`);
        await customer.upload(`acme/${project.title}/${title}/${name}`, parts);
        files.set(name, Buffer.concat(parts));
      }
      kept.push({ ...(await create(title)), files });
    },
    async () => {
      const { hash, title } = await create(`${id}-deleted-${String((made += 1))}`);
      await customer.upload(`acme/${project.title}/${title}/deleted.bin`, partsOf('deleted'));
      await customer.callOnce('DELETE', `/dataset/${hash}`, { permanentDelete: true }, 404);
    },
    async () => {
      const kills = issuerKills;
      const isSurvivor = await customer.renew();
      if (!isSurvivor && issuerKills === killsBefore.get(customer)) throw new Error('A session has ended.');
      killsBefore.set(customer, kills);
    },
  ];
  for (let step = 0; step < STEPS; step += 1) await steps[random(steps.length)]?.();
  await upload('last.bin');
  return kept;
}

interface Project {
  readonly hash: string;
  readonly title: string;
}

/** Kills one process while customers work, and compares the result with what was acknowledged. */
async function runSchedule(seed: number): Promise<void> {
  const random = createRandom(seed);
  const victim = NAMES[random(NAMES.length)] ?? 'server1';
  const [killAfter, deadFor] = [random(KILL_WITHIN_MS), random(STAYS_DEAD_UP_TO_MS)];
  const title = `p${String(seed)}`;
  const [first] = customers;
  if (first === undefined) return;
  const { projectHash: hash } = (await first.call('POST', '/project', { title })) as { projectHash: string };
  const project = { hash, title };

  const working = customers.map((customer, index) =>
    work(customer, createRandom(seed * 31 + index), project, `d${String(index)}`),
  );
  const killing = (async () => {
    await wait(killAfter);
    if (victim === 'issuer') issuerKills += 1;
    await cluster.services[victim].stop('SIGKILL');
    await wait(deadFor);
    await cluster.services[victim].start();
  })();
  // After a failure, too, the schedule ends before the cluster is stopped.
  await Promise.allSettled([...working, killing]);
  await killing;
  const results = await Promise.all(working);

  const expected = new Map<string, Buffer>();
  for (const dataset of results.flat()) {
    for (const [name, content] of dataset.files) expected.set(`acme/${title}/${dataset.title}/${name}`, content);
  }
  const sizes = new Map([...expected].map(([key, { length }]) => [key, length]));
  expect(await first.list(`acme/${title}`)).toEqual(new Map([...sizes].sort()));
  const { datasets } = (await first.call('GET', `/dataset/${hash}`)) as unknown as { datasets: { dataset: string }[] };
  expect(datasets.map(({ dataset }) => dataset).sort()).toEqual(
    results
      .flat()
      .map((dataset) => dataset.title)
      .sort(),
  );
  const digests = [...(await first.download(`acme/${title}`)).values()];
  expect(digests.sort()).toEqual([...expected.values()].map(md5).sort());
  for (const [key, size] of sizes) acknowledged.set(key, size);
}

test(
  `nothing acknowledged is lost and nothing half visible when a process is killed (${String(SCHEDULES)} schedules, KILL_SEED=${String(SEED)})`,
  async () => {
    process.stdout.write(`KILL_SEED=${String(SEED)}\n`);
    const startedAt = Date.now();
    for (let index = 0; index < SCHEDULES; index += 1) {
      await runSchedule(SEED + index).catch((error: unknown) => {
        throw new Error(`The schedule with KILL_SEED=${String(SEED + index)} failed: ${String(error)}`, {
          cause: error,
        });
      });
      const seconds = (Date.now() - startedAt) / 1000;
      if ((index + 1) % 20 === 0) process.stdout.write(`${String(index + 1)} schedules in ${seconds.toFixed(0)} s\n`);
    }
    const [first] = customers;
    const all = await first?.list('acme');
    expect([...(all ?? [])].sort()).toEqual([...acknowledged].sort());
    await compareContents(cluster);
  },
  SCHEDULES * 60_000,
);
