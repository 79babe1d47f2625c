import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeIssuer } from '../test/support/fakeIssuer';
import { buildServer, startBackend } from '../test/support/startBackend';
import { completion } from '../test/support/uploadFile';
import { digits, medianOf, type Finding } from './report';
import { measureListing } from './serverListing';
import { issuerVariables, signInSponsors, sponsorOf, SPONSORS, type Send } from './serverUsers';

const FILES_PER_SPONSOR = 10;
const CONTENT = Buffer.alloc(4_096, 'tissue');
const POLL_MS = 5_000;
/** Requests for a page or a poll that warm up the server. */
const WARM_UP = 20;

/** Minimum files per second as a share of bare Fastify's. */
const LEAST_RATIO = 0.25;
const P99_MS = 250;
const POLLS_A_SECOND = 1_000;

/** Measures the local backend against bare Fastify that flushes as much to disk, and its listing. Needs no browser. */
export async function measureServer(count: number): Promise<readonly Finding[]> {
  buildServer();
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-bench-'));
  const issuer = await startFakeIssuer('bench');
  const backend = await startBackend(issuerVariables(issuer), { data: 'none', flags: [] });
  const bare = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'bareServer.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer];
    const bareUrl = `http://127.0.0.1:${port.toString().trim()}`;
    const users = await signInSponsors(backend, issuer);
    const comparison = {
      bare: uploadBare(bareUrl),
      against: 'bare Fastify with the same flushes',
      atLeast: LEAST_RATIO,
      p99Ms: P99_MS,
    };
    return [
      ...(await compareUploads(users, comparison, count)),
      await comparePolls(users, bareUrl),
      ...(await measureListing(backend, users, undefined)),
    ];
  } finally {
    bare.kill();
    await backend.stop();
    await issuer.stop();
    await rm(folder, { recursive: true });
  }
}

interface Uploads {
  readonly filesASecond: number;
  /** The times of all calls. */
  readonly callsMs: readonly number[];
}

/** Uploads files of all sponsors at the same time, each sponsor's one after the other. */
async function upload(uploadOne: UploadOne, round: number): Promise<Uploads> {
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

/** Uploads one file, and measures its calls. */
type UploadOne = (sponsor: number, name: string, timed: Timed) => Promise<void>;

/** Sends the content of a small file. */
export async function put(url: string): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await fetch(url, { method: 'PUT', body: CONTENT, headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A part was answered with ${String(response.status)}.`);
}

async function sendBare(url: string, method = 'GET'): Promise<unknown> {
  return (await fetch(url, { method })).json();
}

function uploadBare(bareUrl: string): UploadOne {
  return async (_sponsor, _name, timed) => {
    const started = (await timed(() => sendBare(`${bareUrl}/start`, 'POST'))) as { uploadId: string };
    await timed(() => sendBare(`${bareUrl}/urls/${started.uploadId}`));
    await timed(() => put(`${bareUrl}/part/${started.uploadId}`));
    await timed(() => sendBare(`${bareUrl}/complete/${started.uploadId}`, 'POST'));
  };
}

/** A baseline for uploads, and the required results. */
interface UploadComparison {
  readonly bare: UploadOne;
  /** Describes the baseline. */
  readonly against: string;
  /** Minimum files per second relative to the baseline. */
  readonly atLeast: number;
  /** Maximum time of 99 of 100 calls; undefined if it is not required. */
  readonly p99Ms?: number;
}

/** Uploads small files of all sponsors at the same time, alternately to the server and to a baseline. */
export async function compareUploads(
  users: readonly Send[],
  { bare: uploadOneBare, against, atLeast, p99Ms }: UploadComparison,
  count: number,
): Promise<readonly Finding[]> {
  const server: Uploads[] = [];
  const bare: Uploads[] = [];
  for (let round = 0; round < count; round += 1) {
    const bareRound = await upload(uploadOneBare, round);
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
  const uploads: Finding = {
    name: `small files of ${String(SPONSORS)} sponsors at once, against ${against}`,
    measured: `${medianOf(server.map(({ filesASecond }) => filesASecond)).toFixed(0)} files a second`,
    against: `${medianOf(bare.map(({ filesASecond }) => filesASecond)).toFixed(0)} files a second`,
    value: digits(ratio),
    target: `≥ ${digits(atLeast)}`,
    isMet: ratio >= atLeast,
  };
  if (p99Ms === undefined) return [uploads];
  const p99 = p99Of(server.flatMap(({ callsMs }) => callsMs));
  return [
    uploads,
    {
      name: 'small files, slowest of a hundred calls',
      measured: `${p99.toFixed(0)} ms`,
      against: `${p99Of(bare.flatMap(({ callsMs }) => callsMs)).toFixed(0)} ms`,
      value: p99.toFixed(0),
      target: `≤ ${String(p99Ms)} ms`,
      isMet: p99 <= p99Ms,
    },
  ];
}

function p99Of(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;
}

/** Counts the responses per second to as many clients as there are sponsors. */
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
