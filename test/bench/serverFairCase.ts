import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { installPackages } from '../cluster/installPackages';
import { startPostgreSql } from '../cluster/services/postgresql';
import { startFakeIssuer, type FakeIssuer } from '../support/fakeIssuer';
import { buildServer, runSql, startBackend, type Backend } from '../support/startBackend';
import { FILL_BUSY_SPONSOR, KEYS, LARGE_PROJECT, RENAMED_PROJECT } from './busySponsor';
import { digits, medianOf, type Finding } from './report';
import { issuerVariables, signInSponsor, sponsorOf, type Send } from './serverUsers';

/** How long others are measured with and without each kind of work. */
const PHASE_MS = 5_000;
/** Requests of the busy member at the same time. */
const AT_ONCE = 4;
const OTHERS = 10;
/** How much longer the slowest calls of others may take. */
const MOST_RATIO = 2;

const BUSY = sponsorOf(0);

/** What the busy member does again and again. */
const WORKS: Readonly<Record<string, (send: Send, turn: number) => Promise<unknown>>> = {
  'renames in a chain, refused': (send) =>
    send('POST', '/manage/files/move', {
      moves: KEYS.slice(0, -1).map((from, index) => ({ from, to: KEYS[index + 1] })),
    }),
  'renames in a circle': (send) =>
    send('POST', '/manage/files/move', {
      moves: KEYS.map((from, index) => ({ from, to: KEYS[(index + 1) % KEYS.length] })),
    }),
  'deletions and restorations': async (send) => {
    await send('DELETE', '/manage/files', { keys: KEYS });
    await send('POST', '/manage/files/restore', { keys: KEYS });
  },
  'titles of a project': async (send, turn) => {
    await send('PATCH', `/project/${RENAMED_PROJECT}`, { title: `title ${String(turn)}` });
    await send('GET', '/project');
  },
  'URLs of files': (send) => send('POST', '/manage/files/urls', { keys: KEYS.slice(0, 100) }),
  'summaries of projects': (send) => send('GET', '/project/summary'),
  'lists of all files': (send) => send('GET', `/manage/files?path=${BUSY}`),
  'lists of deleted files': (send) => send('GET', '/deleted'),
  'exports of the audit log': (send) => send('GET', '/audit'),
  'unfinished uploads': (send, turn) =>
    send('POST', '/upload/start', { key: `${BUSY}/${LARGE_PROJECT}/new/${String(turn)}.tif`, totalParts: 1 }),
};

/** Repeats a task until the signal. A limit that the server applies to it is no failure. */
async function repeat(task: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await task().catch(() => undefined);
}

/** Measures the calls of others for a while, and returns the time that all but one of 100 take at most. */
async function measureOthers(others: readonly Send[]): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + PHASE_MS;
  const timed = async (call: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  };
  await Promise.all(
    others.map(async (send, index) => {
      const path = `${sponsorOf(index + 1)}/bench`;
      while (performance.now() < end) {
        await timed(() => send('GET', '/project'));
        await timed(() => send('GET', `/manage/files?path=${path}`));
        await timed(() => send('GET', '/config?name=features'));
      }
    }),
  );
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

interface Users {
  readonly busy: Send;
  readonly others: readonly Send[];
}

async function measureWorks(place: string, { busy, others }: Users, count: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  let turn = 0;
  await measureOthers(others);
  for (const [name, work] of Object.entries(WORKS)) {
    const rounds: { readonly alone: number; readonly beside: number }[] = [];
    for (let round = 0; round < count; round += 1) {
      const alone = await measureOthers(others);
      const stop = new AbortController();
      const working = Array.from({ length: AT_ONCE }, () => repeat(() => work(busy, (turn += 1)), stop.signal));
      const beside = await measureOthers(others);
      stop.abort();
      await Promise.all(working);
      rounds.push({ alone, beside });
    }
    const ratio = medianOf(rounds.map(({ alone, beside }) => beside / alone));
    findings.push({
      name: `${name}, ${place}`,
      measured: `p99 of others ${digits(medianOf(rounds.map(({ beside }) => beside)))} ms`,
      against: `${digits(medianOf(rounds.map(({ alone }) => alone)))} ms without`,
      value: digits(ratio),
      rounds: rounds.map(({ alone, beside }) => beside / alone),
      target: `≤ ${String(MOST_RATIO)}`,
      isMet: ratio <= MOST_RATIO,
    });
  }
  return findings;
}

/** Signs in the busy member at the first server, and the others at all of them in turn. */
async function signInAll(servers: readonly Backend[], issuer: FakeIssuer): Promise<Users> {
  const [first] = servers;
  if (first === undefined) throw new Error('There is no server.');
  const busy = await signInSponsor(first, issuer, 0, true);
  const others: Send[] = [];
  for (let index = 1; index <= OTHERS; index += 1) {
    const send = await signInSponsor(servers[index % servers.length] ?? first, issuer, index);
    await send('POST', '/project', { title: 'bench' });
    others.push(send);
  }
  return { busy, others };
}

async function measureEmbedded(issuer: FakeIssuer, count: number): Promise<Finding[]> {
  const backend = await startBackend(issuerVariables(issuer), { data: 'none', flags: [] });
  try {
    await backend.kill();
    await runSql(backend.dataDir, FILL_BUSY_SPONSOR);
    await backend.restart();
    return await measureWorks('embedded', await signInAll([backend], issuer), count);
  } finally {
    await backend.stop();
  }
}

/** The busy member works with one of two servers, the others with both. */
async function measureClustered(issuer: FakeIssuer, count: number): Promise<Finding[]> {
  installPackages();
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-bench-'));
  // PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  const postgresql = await startPostgreSql(join(folder, 'postgresql'));
  const servers: Backend[] = [];
  try {
    const variables = { ...issuerVariables(issuer), DATABASE_URL: postgresql.url };
    for (let server = 0; server < 2; server += 1) {
      servers.push(await startBackend(variables, { data: 'none', flags: [] }));
    }
    const client = new Client(postgresql.url);
    await client.connect();
    await client.query(FILL_BUSY_SPONSOR);
    await client.end();
    return await measureWorks('two servers', await signInAll(servers, issuer), count);
  } finally {
    for (const server of servers) await server.stop();
    await postgresql.service.stop();
    await rm(folder, { recursive: true });
  }
}

/** Measures how long others wait while one member does what takes long, on an embedded server and on two clustered ones. */
export async function measureFairness(count: number): Promise<readonly Finding[]> {
  buildServer();
  const issuer = await startFakeIssuer('bench');
  try {
    return [...(await measureEmbedded(issuer, count)), ...(await measureClustered(issuer, count))];
  } finally {
    await issuer.stop();
  }
}
