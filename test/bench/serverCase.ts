import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/src/database/openDatabase';
import { startFakeIssuer } from '../support/fakeIssuer';
import { Browser } from '../support/signIn';
import { buildServer, startBackend, type Backend } from '../support/startBackend';
import { completion } from '../support/uploadFile';
import { digits, medianOf, type Finding } from './report';

const SPONSORS = 50;
const FILES_PER_SPONSOR = 10;
const CONTENT = Buffer.alloc(4_096, 'tissue');
const LISTED = 100_000;
const POLL_MS = 5_000;
/** Requests for a page or a poll that warm up the server. */
const WARM_UP = 20;

/** The least share of the files per second of bare Fastify. */
const LEAST_RATIO = 0.25;
const P99_MS = 250;
const FIRST_PAGE_MS = 50;
const ALL_PAGES_MS = 3_000;
const POLLS_A_SECOND = 1_000;

/** Sends a request and returns its JSON, and throws an error for a rejected one. */
type Send = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Measures the local backend against bare Fastify that flushes as much to disk, and its listing. Needs no browser. */
export async function measureServer(count: number): Promise<readonly Finding[]> {
  buildServer();
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-bench-'));
  const issuer = await startFakeIssuer('bench');
  const backend = await startBackend(
    { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'bench', OIDC_SPONSOR_CLAIM: 'sponsor' },
    { data: 'none', flags: [] },
  );
  const bare = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'bareServer.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer];
    const bareUrl = `http://127.0.0.1:${port.toString().trim()}`;
    const users: Send[] = [];
    for (let index = 0; index < SPONSORS; index += 1) {
      issuer.behavior.idClaims = { sponsor: sponsorOf(index), sub: `user-${String(index)}` };
      const send = await signIn(backend);
      await send('POST', '/project', { title: 'bench' });
      users.push(send);
    }
    return [
      ...(await compareUploads(users, bareUrl, count)),
      await comparePolls(users, bareUrl),
      ...(await measureListing(backend, users)),
    ];
  } finally {
    bare.kill();
    await backend.stop();
    await issuer.stop();
    await rm(folder, { recursive: true });
  }
}

function sponsorOf(index: number): string {
  return `sponsor-${String(index)}`;
}

/** Signs a user in at the issuer of the benchmark, which asks for nothing. */
async function signIn(backend: Backend): Promise<Send> {
  const browser = new Browser(backend);
  const { response } = await browser.open('/login');
  const back = await fetch(response.headers.get('location') ?? '', { redirect: 'manual' });
  await browser.open(back.headers.get('location') ?? '');
  const headers = { authorization: `Bearer ${browser.cookies.get('access_token') ?? ''}` };
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(backend.url + path, { method, headers: { ...headers, ...type }, ...sent });
    if (response.status !== 200) throw new Error(`${method} ${path} was answered with ${String(response.status)}.`);
    return (await response.json()) as Record<string, unknown>;
  };
}

interface Uploads {
  readonly filesASecond: number;
  /** The times of all calls. */
  readonly callsMs: readonly number[];
}

/** Uploads files of all sponsors at the same time, each sponsor's one after the other. */
async function upload(
  uploadOne: (sponsor: number, name: string, timed: Timed) => Promise<void>,
  round: number,
): Promise<Uploads> {
  const callsMs: number[] = [];
  const timed: Timed = async (call) => {
    const started = performance.now();
    const result = await call();
    callsMs.push(performance.now() - started);
    return result;
  };
  const started = performance.now();
  await Promise.all(
    Array.from({ length: SPONSORS }, async (_, sponsor) => {
      for (let file = 0; file < FILES_PER_SPONSOR; file += 1) {
        await uploadOne(sponsor, `${String(round)}-${String(file)}.bin`, timed);
      }
    }),
  );
  return { filesASecond: (SPONSORS * FILES_PER_SPONSOR * 1_000) / (performance.now() - started), callsMs };
}

type Timed = <Result>(call: () => Promise<Result>) => Promise<Result>;

async function put(url: string): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await fetch(url, { method: 'PUT', body: CONTENT, headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A part was answered with ${String(response.status)}.`);
}

async function sendBare(url: string, method = 'GET'): Promise<unknown> {
  return (await fetch(url, { method })).json();
}

async function compareUploads(users: readonly Send[], bareUrl: string, count: number): Promise<readonly Finding[]> {
  const server: Uploads[] = [];
  const bare: Uploads[] = [];
  for (let round = 0; round < count; round += 1) {
    const bareRound = await upload(async (_sponsor, _name, timed) => {
      const started = (await timed(() => sendBare(`${bareUrl}/start`, 'POST'))) as { uploadId: string };
      await timed(() => sendBare(`${bareUrl}/urls/${started.uploadId}`));
      await timed(() => put(`${bareUrl}/part/${started.uploadId}`));
      await timed(() => sendBare(`${bareUrl}/complete/${started.uploadId}`, 'POST'));
    }, round);
    const serverRound = await upload(async (sponsor, name, timed) => {
      const send = users[sponsor];
      if (send === undefined) return;
      const key = `${sponsorOf(sponsor)}/bench/${name}`;
      const uploadId = String((await timed(() => send('POST', '/upload/start', { key }))).uploadId);
      const query = new URLSearchParams({ key, uploadId, partNumber: '1', totalParts: '1' });
      const urls = (await timed(() => send('GET', `/upload/urls?${query.toString()}`))) as unknown as { url: string }[];
      await timed(() => put(urls[0]?.url ?? ''));
      await timed(() => send('POST', '/upload/complete', completion(key, uploadId, [CONTENT])));
    }, round);
    bare.push(bareRound);
    server.push(serverRound);
  }
  const ratio = medianOf(
    server.map(({ filesASecond }, round) => filesASecond / (bare[round]?.filesASecond ?? Number.NaN)),
  );
  const p99 = p99Of(server.flatMap(({ callsMs }) => callsMs));
  return [
    {
      name: `small files of ${String(SPONSORS)} sponsors at once, against bare Fastify with the same flushes`,
      measured: `${medianOf(server.map(({ filesASecond }) => filesASecond)).toFixed(0)} files a second`,
      against: `${medianOf(bare.map(({ filesASecond }) => filesASecond)).toFixed(0)} files a second`,
      value: digits(ratio),
      target: `≥ ${digits(LEAST_RATIO)}`,
      isMet: ratio >= LEAST_RATIO,
    },
    {
      name: 'small files, slowest of a hundred calls',
      measured: `${p99.toFixed(0)} ms`,
      against: `${p99Of(bare.flatMap(({ callsMs }) => callsMs)).toFixed(0)} ms`,
      value: p99.toFixed(0),
      target: `≤ ${String(P99_MS)} ms`,
      isMet: p99 <= P99_MS,
    },
  ];
}

function p99Of(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;
}

/** Counts the answers per second to as many clients as there are sponsors. */
async function rateOf(call: (client: number) => Promise<unknown>): Promise<number> {
  for (let time = 0; time < WARM_UP; time += 1) await call(time);
  let answers = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: SPONSORS }, async (_, client) => {
      while (performance.now() - started < POLL_MS) {
        await call(client);
        answers += 1;
      }
    }),
  );
  return (answers * 1_000) / (performance.now() - started);
}

/** Polls an archive of each sponsor. */
async function comparePolls(users: readonly Send[], bareUrl: string): Promise<Finding> {
  const paths: string[] = [];
  for (const [index, send] of users.entries()) {
    const order = { onlyDownSamples: false, folder: `${sponsorOf(index)}/bench`, zipFileName: 'bench.zip' };
    paths.push(`/download/progress/${String((await send('POST', '/download', order)).ref)}`);
  }
  const bare = await rateOf(() => sendBare(`${bareUrl}/poll`));
  const polls = await rateOf(async (client) => users[client]?.('GET', paths[client] ?? ''));
  return {
    name: `polls of ${String(SPONSORS)} archives`,
    measured: `${polls.toFixed(0)} a second`,
    against: `${bare.toFixed(0)} a second by bare Fastify`,
    value: polls.toFixed(0),
    target: `≥ ${String(POLLS_A_SECOND)} a second`,
    isMet: polls >= POLLS_A_SECOND,
  };
}

/** Adds rows for files without contents while the server is stopped. */
async function addFiles(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined } as never, () => undefined);
  await database.query(
    `insert into objects (blob, project_hash, path, size, etag, modified_at)
     select hash || '/' || md5(number::text), hash, 'listed/image-' || lpad(number::text, 6, '0') || '.tif', 1000,
       md5(number::text), now()
     from projects, generate_series(1, $2::int) as number where sponsor_id = $1`,
    [sponsorOf(0), LISTED],
  );
  await database.query('analyze objects');
  await database.close();
}

async function measureListing(backend: Backend, [send]: readonly Send[]): Promise<readonly Finding[]> {
  if (send === undefined) return [];
  await backend.kill();
  await addFiles(backend.dataDir);
  await backend.restart();
  const path = `${sponsorOf(0)}/bench/listed`;
  const firstPages: number[] = [];
  for (let time = 0; time < WARM_UP; time += 1) {
    const started = performance.now();
    await send('GET', `/manage/files?${new URLSearchParams({ path }).toString()}`);
    firstPages.push(performance.now() - started);
  }
  const started = performance.now();
  let files = 0;
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ path, ...(cursor !== undefined && { cursor }) });
    const page = (await send('GET', `/manage/files?${query.toString()}`)) as { files: unknown[]; cursor?: string };
    files += page.files.length;
    ({ cursor } = page);
  } while (cursor !== undefined);
  const allMs = performance.now() - started;
  if (files !== LISTED) throw new Error(`${String(files)} files were listed.`);
  const firstMs = medianOf(firstPages);
  const name = `listing of ${LISTED.toLocaleString('en')} files`;
  return [
    {
      name: `${name}, first page`,
      measured: `${firstMs.toFixed(0)} ms`,
      against: '–',
      value: firstMs.toFixed(0),
      target: `≤ ${String(FIRST_PAGE_MS)} ms`,
      isMet: firstMs <= FIRST_PAGE_MS,
    },
    {
      name: `${name}, all pages`,
      measured: `${allMs.toFixed(0)} ms`,
      against: '–',
      value: allMs.toFixed(0),
      target: `≤ ${String(ALL_PAGES_MS)} ms`,
      isMet: allMs <= ALL_PAGES_MS,
    },
  ];
}
