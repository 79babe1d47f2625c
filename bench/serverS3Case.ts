import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Settings } from '../server/src/environment';
import { createS3Client, setUpBucket } from '../server/src/objects/s3Bucket';
import { installPackages } from '../test/cluster/installPackages';
import { startCeph } from '../test/cluster/services/ceph';
import { startPostgreSql } from '../test/cluster/services/postgresql';
import type { Service } from '../test/cluster/services/service';
import { startFakeIssuer } from '../test/support/fakeIssuer';
import { buildServer, freePort, startBackend } from '../test/support/startBackend';
import { completion } from '../test/support/uploadFile';
import { digits, medianOf, type Finding } from './report';
import { compareUploads, put } from './serverCase';
import { measureListing } from './serverListing';
import { issuerVariables, signInSponsors, sponsorOf, type Send } from './serverUsers';

const MIB = 1024 ** 2;
const BUCKET = 'bench';
const ARCHIVED_FILES = 32;
const ARCHIVED_FILE_BYTES = 64 * MIB;
const ARCHIVED_BYTES = ARCHIVED_FILES * ARCHIVED_FILE_BYTES;
/** The same as when the server writes archives. */
const COPY = { partSize: 16 * MIB, queueSize: 4 } as const;
const POLL_MS = 200;
const SAMPLE_MS = 250;

/** Minimum files or bytes per second as a share of the baselines'. */
const LEAST_RATIO = 0.8;
const MEMORY_MB = 300;

type Client = ReturnType<typeof createS3Client>;

/** Measures a server on PostgreSQL and Ceph, which it installs on Debian and Ubuntu. Needs no browser. */
export async function measureServerOnS3(count: number): Promise<readonly Finding[]> {
  buildServer();
  installPackages();
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-bench-'));
  // PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  const services: Service[] = [];
  const issuer = await startFakeIssuer('bench');
  try {
    const postgresql = await startPostgreSql(join(folder, 'postgresql'));
    services.push(postgresql.service);
    const ceph = await startCeph(join(folder, 'ceph'), 'bluestore');
    services.push(...ceph.services);
    const {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    } = ceph.variables;
    const credentials = { accessKeyId, secretAccessKey };
    const settings: S3Settings = { bucket: BUCKET, region: 'us-east-1', endpoint, pathStyle: true, credentials };
    const client = createS3Client(settings);
    await setUpBucket(client, settings, 'http://localhost:3000');
    const metricsPort = String(await freePort());
    const backend = await startBackend(
      {
        ...issuerVariables(issuer),
        ...ceph.variables,
        S3_BUCKET: BUCKET,
        DATABASE_URL: postgresql.url,
        METRICS_PORT: metricsPort,
      },
      { data: 'none', flags: [] },
    );
    try {
      const users = await signInSponsors(backend, issuer);
      return [
        ...(await compareSmallFiles(users, client, count)),
        ...(await compareArchives(users, client, `http://127.0.0.1:${metricsPort}/metrics`, count)),
        ...(await measureListing(backend, users, postgresql.url)),
      ];
    } finally {
      await backend.stop();
      client.destroy();
    }
  } finally {
    for (const service of services.toReversed()) await service.stop();
    await issuer.stop();
    await rm(folder, { recursive: true });
  }
}

function compareSmallFiles(users: readonly Send[], client: Client, count: number): Promise<readonly Finding[]> {
  let files = 0;
  const comparison = {
    bare: async () => {
      const object = new PutObjectCommand({ Bucket: BUCKET, Key: `bare/${String((files += 1))}` });
      await put(await getSignedUrl(client, object));
    },
    against: 'one presigned PUT each',
    atLeast: LEAST_RATIO,
  };
  return compareUploads(users, comparison, count);
}

async function compareArchives(
  [send]: readonly Send[],
  client: Client,
  metricsUrl: string,
  count: number,
): Promise<readonly Finding[]> {
  if (send === undefined) return [];
  await uploadLargeFiles(send);
  const blobs = await largeBlobs(client);
  const copies: number[] = [];
  const archives: number[] = [];
  let mostMb = 0;
  for (let round = 0; round < count; round += 1) {
    copies.push(await copyWithLibStorage(client, blobs));
    const { seconds, memoryMb } = await archive(send, metricsUrl);
    archives.push(seconds);
    mostMb = Math.max(mostMb, memoryMb);
  }
  const ratio = medianOf(copies.map((seconds, round) => seconds / (archives[round] ?? Number.NaN)));
  const name = 'archive of 2 GiB from S3 to S3';
  return [
    {
      name: `${name}, against lib-storage copying the same bytes`,
      measured: speedOf(medianOf(archives)),
      against: speedOf(medianOf(copies)),
      value: digits(ratio),
      target: `≥ ${digits(LEAST_RATIO)}`,
      isMet: ratio >= LEAST_RATIO,
    },
    {
      name: `${name}, memory of the server`,
      measured: `${mostMb.toFixed(0)} MB`,
      against: '–',
      value: mostMb.toFixed(0),
      target: `≤ ${String(MEMORY_MB)} MB`,
      isMet: mostMb <= MEMORY_MB,
    },
  ];
}

function speedOf(seconds: number): string {
  return `${digits(seconds)} s (${(ARCHIVED_BYTES / seconds / 1e6).toFixed(0)} MB/s)`;
}

async function uploadLargeFiles(send: Send): Promise<void> {
  const content = randomBytes(ARCHIVED_FILE_BYTES);
  for (let file = 0; file < ARCHIVED_FILES; file += 1) {
    content.writeUInt32BE(file);
    const key = `${sponsorOf(0)}/bench/large/${String(file)}.bin`;
    const uploadId = String((await send('POST', '/upload/start', { key })).uploadId);
    const query = new URLSearchParams({ key, uploadId, partNumber: '1', totalParts: '1' });
    const urls = (await send('GET', `/upload/urls?${query.toString()}`)) as unknown as { url: string }[];
    const response = await fetch(urls[0]?.url ?? '', { method: 'PUT', body: content });
    await response.arrayBuffer();
    if (response.headers.get('etag') !== `"${createHash('md5').update(content).digest('hex')}"`) {
      throw new Error(`A part was answered with ${String(response.status)}.`);
    }
    await send('POST', '/upload/complete', completion(key, uploadId, [content]));
  }
}

async function largeBlobs(client: Client): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket: BUCKET, Prefix: 'blobs/' })) {
    for (const { Key, Size } of Contents ?? []) if (Key !== undefined && Size === ARCHIVED_FILE_BYTES) keys.push(Key);
  }
  return keys;
}

/** Copies objects to one, which it then removes. Returns the seconds of the copy. */
async function copyWithLibStorage(client: Client, keys: readonly string[]): Promise<number> {
  async function* contents(): AsyncGenerator<Buffer> {
    for (const Key of keys) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
      yield* Body as AsyncIterable<Buffer>;
    }
  }
  const target = { Bucket: BUCKET, Key: 'copy' };
  const started = performance.now();
  const params = { ...target, Body: Readable.from(contents(), { objectMode: false }) };
  await new Upload({ client, params, ...COPY }).done();
  const seconds = (performance.now() - started) / 1_000;
  await client.send(new DeleteObjectCommand(target));
  return seconds;
}

/** Requests an archive of the large files, and waits until it is ready. */
async function archive(send: Send, metricsUrl: string): Promise<{ seconds: number; memoryMb: number }> {
  const done = new AbortController();
  const memory = largestMemory(metricsUrl, done.signal);
  const started = performance.now();
  const order = { onlyDownSamples: false, folder: `${sponsorOf(0)}/bench/large`, zipFileName: 'large.zip' };
  const { ref } = await send('POST', '/download', order);
  for (;;) {
    const { status } = await send('GET', `/download/progress/${String(ref)}`);
    if (status === 'COMPLETED') break;
    if (status === 'FAILED') throw new Error('The archive failed.');
    await wait(POLL_MS);
  }
  const seconds = (performance.now() - started) / 1_000;
  done.abort();
  return { seconds, memoryMb: await memory };
}

/** Returns the largest resident memory of the server, in MB, until the signal. */
async function largestMemory(metricsUrl: string, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    const text = await (await fetch(metricsUrl)).text();
    most = Math.max(most, Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6);
    await wait(SAMPLE_MS);
  }
  return most;
}
