import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { signViewerPath } from '../../server/src/pipelines/viewerPage';
import { textLike } from '../support/matchers';
import { signIn, type Session } from '../support/signIn';
import { runSql, startBackend, type Backend } from '../support/startBackend';
import { storeFiles } from '../support/storedFiles';
import { readUrlSigner } from '../support/testKeys';
import { encodeTiff } from '../support/tiffs';
import { until } from '../support/until';

const [WIDTH, HEIGHT] = [700, 300];

interface Job {
  readonly jobId: string;
  readonly status: string;
  readonly viewerUrl?: string;
  readonly message?: string;
}
interface Manifest {
  readonly dataset: string;
  readonly channels: unknown;
  readonly tiles: { readonly path: string };
  readonly slices: {
    readonly section: number;
    readonly layer: number;
    readonly images: {
      readonly channel: number;
      readonly image: string;
      readonly width: number;
      readonly white: number;
    }[];
  }[];
}

let backend: Backend;
let member: Session;
let admin: Session;
let projectHash: string;

beforeAll(async () => {
  backend = await startBackend();
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title: 'Brain' });
  projectHash = body.projectHash;
});
afterAll(() => backend.stop());

/** Returns a ramp from left to right that ends at `brightest` of 65,535. */
function ramp(brightest: number): Buffer {
  const pixels = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, index) =>
    Math.round(((index % WIDTH) / (WIDTH - 1)) * brightest),
  );
  return encodeTiff({ width: WIDTH, height: HEIGHT, pixels });
}

async function store(dataset: string, files: Readonly<Record<string, Buffer>>): Promise<void> {
  await storeFiles(
    member,
    Object.entries(files).map(([name, body]) => [`acme/Brain/${dataset}/${name}`, body]),
  );
}

async function createDataset(dataset: string, files: Readonly<Record<string, Buffer>>): Promise<string> {
  const form = { projectHash, dataset, channels: [{ num: 1, name: 'Nuclei' }] };
  const { body } = await member.call<{ datasetHash: string }>('POST', '/dataset', form);
  await store(dataset, files);
  return body.datasetHash;
}

async function readJob(hash: string, kind = 'pyramid', session = member): Promise<Job> {
  return (await session.call<Job>('GET', `/pipeline/${kind}/${hash}`)).body;
}

async function start(hash: string, kind = 'pyramid'): Promise<Job> {
  const { status, body } = await member.call<Job>('POST', `/pipeline/${kind}/${hash}`, {});
  expect(status).toBe(200);
  return body;
}

function untilStatus(hash: string, status: string, kind = 'pyramid'): Promise<Job> {
  return until(`the ${kind} is ${status}`, async () => {
    const job = await readJob(hash, kind);
    return job.status === status ? job : undefined;
  });
}

async function readManifest(viewerUrl: string | undefined): Promise<Manifest> {
  return (await (await fetch(new URL('manifest.json', viewerUrl))).json()) as Manifest;
}

async function readTile(viewerUrl: string | undefined, image: string, level: number, tile: string) {
  const { tiles } = await readManifest(viewerUrl);
  const response = await fetch(new URL(`${tiles.path}/${image}/${String(level)}/${tile}.png`, viewerUrl));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  return sharp(await response.arrayBuffer())
    .toColourspace('grey16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
}

describe('Add To Viewer', () => {
  let hash: string;
  let job: Job;

  beforeAll(async () => {
    hash = await createDataset('TC042', {
      'TC042_S000002_L01_ch01.tif': ramp(4_000),
      'TC042_S000001_L01_ch01.tif': ramp(8_000),
      'TC042_S000001_L01_ch02.tif': ramp(600),
      'raw/TC042_S000003_L01_ch01.tif': Buffer.from('no image'),
      'notes.txt': Buffer.from('text'),
    });
    const [first, second] = await Promise.all([start(hash), start(hash)]);
    expect(first.jobId).toBe(second.jobId);
    expect(['QUEUED', 'RUNNING']).toContain(first.status);
    job = await untilStatus(hash, 'DONE');
    expect(job.jobId).toBe(first.jobId);
  });

  it('reports how many files were left out', () => {
    expect(job.message).toBe(
      '2 files left out: raw/TC042_S000003_L01_ch01.tif (not a TIFF), notes.txt (no section and channel in the name).',
    );
  });

  it('links to a page with the dataset’s name, no inline scripts and no referrer', async () => {
    const response = await fetch(job.viewerUrl ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' ");
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html).toContain('<title>TC042 – Data Manager</title>');
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const asset = await fetch(new URL(address, job.viewerUrl));
      expect([address, asset.status]).toEqual([address, 200]);
      await asset.arrayBuffer();
    }
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style[^>]*>[^<]|\sstyle=|\son\w+=/);
  });

  it('lists every section in order with its channels', async () => {
    const { slices, channels } = await readManifest(job.viewerUrl);
    expect(channels).toEqual([
      { num: 1, name: 'Nuclei', colour: '#00ff00' },
      { num: 2, name: 'Channel 2', colour: '#ff00ff' },
    ]);
    expect(slices.map(({ section, images }) => [section, images.map(({ channel }) => channel)])).toEqual([
      [1, [1, 2]],
      [2, [1]],
    ]);
    expect(slices[0]?.images[0]).toMatchObject({ channel: 1, image: '1-1-1', width: WIDTH, height: HEIGHT });
  });

  it('has tiles of every level from one pixel to the full size', async () => {
    for (const [level, tile, width, height] of [
      [0, '0_0', 1, 1],
      [8, '0_0', 175, 75],
      [9, '1_0', 95, 150],
      [10, '0_0', 257, 257],
      [10, '1_0', 258, 257],
      [10, '2_1', 189, 45],
    ] as const) {
      const { info } = await readTile(job.viewerUrl, '1-1-1', level, tile);
      expect([level, tile, info.width, info.height, info.channels]).toEqual([level, tile, width, height, 1]);
    }
  });

  it('has a contrast of its own for each image, so that no section is nearly black', async () => {
    const { slices } = await readManifest(job.viewerUrl);
    const whites = slices.flatMap(({ images }) => images.map(({ white }) => Math.round(white / 100) * 100));
    expect(whites).toEqual([8_000, 600, 4_000]);
  });

  it('has tiles with the original values', async () => {
    const { data, info } = await readTile(job.viewerUrl, '2-1-1', 10, '2_0');
    const values = new Uint16Array(new Uint8Array(data).buffer);
    expect(values).toHaveLength(info.width * info.height);
    expect(values.reduce((most, value) => Math.max(most, value), 0)).toBeGreaterThan(3_950);
  });

  it('rejects viewer URLs that were altered or have expired', async () => {
    const address = new URL(job.viewerUrl ?? '');
    const [, , , expires = '', signature = ''] = address.pathname.split('/');
    const { tiles } = await readManifest(job.viewerUrl);
    const signer = readUrlSigner(backend.dataDir);
    const later = String(Number(expires) + 60);
    const other = await createDataset('TC900', {});
    for (const path of [
      `/viewer/${hash}/${expires}/${signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}/`,
      `/viewer/${hash}/${later}/${signature}/`,
      `/viewer/${other}/${expires}/${signature}/`,
      signViewerPath(signer, hash, -1),
    ]) {
      const page = await fetch(backend.url + path);
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 403, 'text/html; charset=utf-8']);
      expect(await page.text()).toMatch(/The URL (was altered|has expired)/);
      expect((await fetch(`${backend.url}${path}manifest.json`)).status).toBe(403);
      expect((await fetch(`${backend.url}${path}${tiles.path}/1-1-1/0/0_0.png`)).status).toBe(403);
    }
    expect((await fetch(`${backend.url}/viewer/${hash}/`)).status).toBe(404);
  });

  it.each(['..%2F..%2Fx', '1-1-1%2F..', '1-1-9'])('rejects the tile path %s', async (image) => {
    const { tiles } = await readManifest(job.viewerUrl);
    const response = await fetch(`${job.viewerUrl ?? ''}${tiles.path}/${image}/0/0_0.png`);
    expect([400, 404]).toContain(response.status);
  });

  it('shows the dataset under its new name after a rename', async () => {
    await member.call('PATCH', `/dataset/${hash}`, { dataset: 'TC042b' });
    expect(await (await fetch(job.viewerUrl ?? '')).text()).toContain('<title>TC042b – Data Manager</title>');
    expect((await readManifest(job.viewerUrl)).slices).toHaveLength(2);
  });

  it('replaces the previous build', async () => {
    await store('TC042b', { 'TC042_S000004_L01_ch01.tif': ramp(4_000) });
    const again = await start(hash);
    expect(again.jobId).not.toBe(job.jobId);
    const done = await untilStatus(hash, 'DONE');
    expect((await readManifest(done.viewerUrl)).slices.map(({ section }) => section)).toEqual([1, 2, 4]);
    await until('the earlier build is gone', async () =>
      (await readdir(join(backend.dataDir, 'pyramids', hash))).length === 1 ? true : undefined,
    );
  });

  it('is unavailable when the dataset is hidden, and removed from disk when it is permanently deleted', async () => {
    const { viewerUrl } = await readJob(hash);
    await member.call('DELETE', `/dataset/${hash}`, { permanentDelete: false });
    expect((await fetch(viewerUrl ?? '')).status).toBe(404);
    expect(existsSync(join(backend.dataDir, 'pyramids', hash))).toBe(true);
    expect((await admin.call('DELETE', `/dataset/${hash}`, { permanentDelete: true })).status).toBe(200);
    expect(existsSync(join(backend.dataDir, 'pyramids', hash))).toBe(false);
  });
});

test('rejects unknown pipelines, and returns 404 for pipelines that were never started', async () => {
  const hash = await createDataset('TC050', {});
  expect((await member.call('POST', `/pipeline/sharpen/${hash}`, {})).status).toBe(400);
  expect((await member.call('GET', `/pipeline/pyramid/${hash}`)).status).toBe(404);
  expect((await member.call('GET', `/pipeline/atlas/${hash}`)).status).toBe(404);
});

test('a dataset without images fails with a message, and can be retried once it has some', async () => {
  const hash = await createDataset('TC100', { 'notes.txt': Buffer.from('text') });
  const { jobId } = await start(hash);
  const failed = await untilStatus(hash, 'FAILED');
  expect(failed.message).toContain('no readable images');
  expect(failed.viewerUrl).toBeUndefined();
  await store('TC100', { 'TC100_S000001_L01_ch01.tif': ramp(4_000) });
  expect((await start(hash)).jobId).not.toBe(jobId);
  expect((await untilStatus(hash, 'DONE')).viewerUrl).toMatch(/^http/);
});

test('a dataset that is renamed while its images are read is built completely', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `TC300_S${String(index + 1).padStart(6, '0')}_L01_ch01.tif`);
  const hash = await createDataset('TC300', Object.fromEntries(names.map((name) => [name, ramp(4_000)])));
  const { jobId } = await start(hash);
  await until('an image is ready', async () => {
    const { status, message } = await readJob(hash);
    return status === 'QUEUED' || message?.startsWith('0 of') === true ? undefined : true;
  });
  expect((await member.call('PATCH', `/dataset/${hash}`, { dataset: 'TC301' })).status).toBe(200);
  const done = await untilStatus(hash, 'DONE');
  expect(done).toEqual({ jobId, status: 'DONE', viewerUrl: done.viewerUrl });
  expect((await readManifest(done.viewerUrl)).slices).toHaveLength(names.length);
});

test('after a crash, jobs in progress restart, queued jobs continue, and leftovers are removed', async () => {
  const [queued, running] = [
    await createDataset('TC201', { 'TC201_S000001_L01_ch01.tif': ramp(4_000) }),
    await createDataset('TC202', { 'TC202_S000001_L01_ch01.tif': ramp(4_000) }),
  ];
  const names = Array.from({ length: 30 }, (_, index) => `TC400_S${String(index + 1).padStart(6, '0')}_L01_ch01.tif`);
  const hash = await createDataset('TC400', Object.fromEntries(names.map((name) => [name, ramp(4_000)])));
  const { jobId } = await start(hash);
  await until('some of the images are ready', async () => {
    const { status, message = '' } = await readJob(hash);
    expect(status).not.toBe('DONE');
    return status === 'RUNNING' && /^[1-9]\d* of 30/.test(message) ? true : undefined;
  });
  await backend.kill();
  const id = '00000000-0000-4000-8000-00000000000';
  await runSql(
    backend.dataDir,
    `insert into pipeline_jobs (id, dataset_hash, kind, status, message) values
       ('${id}1', '${queued}', 'pyramid', 'QUEUED', null), ('${id}2', '${running}', 'pyramid', 'RUNNING', '0 of 1')`,
  );
  const halfBuilt = join(backend.dataDir, 'tmp', 'half-built');
  await mkdir(halfBuilt);
  await mkdir(join(backend.dataDir, 'pyramids', 'deleted-while-down'), { recursive: true });
  // As if the server had been killed after it moved the images into place, but before it updated the job.
  const inPlace = join(backend.dataDir, 'pyramids', running, `${id}2`);
  await mkdir(inPlace, { recursive: true });
  await writeFile(join(inPlace, 'manifest.json'), '{"slices":[]}');
  await backend.restart();
  expect(existsSync(halfBuilt)).toBe(false);
  expect(await untilStatus(queued, 'DONE')).toMatchObject({ jobId: `${id}1` });
  const restarted = await untilStatus(running, 'DONE');
  expect(restarted).toMatchObject({ jobId: `${id}2` });
  expect((await readManifest(restarted.viewerUrl)).slices).toHaveLength(1);
  const { viewerUrl, ...done } = await untilStatus(hash, 'DONE');
  expect(done).toEqual({ jobId, status: 'DONE' });
  expect((await readManifest(viewerUrl)).slices).toHaveLength(names.length);
  expect(await readdir(join(backend.dataDir, 'tmp'))).toEqual([]);
  await until('the pyramids of a deleted dataset are gone', async () => {
    const names = await readdir(join(backend.dataDir, 'pyramids'));
    return names.includes('deleted-while-down') ? undefined : true;
  });
});

describe.each(['multimodel', 'atlas'])('the %s registration', (kind) => {
  let hash: string;
  beforeEach(async () => {
    hash = await createDataset(`${kind}-${String(Math.random()).slice(2, 10)}`, {});
  });

  function fileOf(name: string): string {
    return join(backend.dataDir, 'pipelines', kind, name);
  }

  it('writes one job file per dataset for the lab’s own worker', async () => {
    const job = await start(hash, kind);
    expect(job).toEqual({ jobId: textLike(/^[0-9a-f-]{36}$/), status: 'QUEUED' });
    expect(await start(hash, kind)).toEqual(job);
    expect(JSON.parse(await readFile(fileOf(`${job.jobId}.json`), 'utf8'))).toEqual({
      jobId: job.jobId,
      kind,
      datasetHash: hash,
      sponsorId: 'acme',
      datasetPath: textLike(new RegExp(`^acme/Brain/${kind}-`)),
      createdAt: textLike(/Z$/),
    });
  });

  it('names the files to skip in the job file, and tells the user which and why', async () => {
    const title = `${kind}-broken`;
    const [first, second, third] = ['A', 'B', 'C'].map((scan) => `${title}_${scan}_S000001_L01_ch01.tif`) as [
      string,
      string,
      string,
    ];
    const other = await createDataset(title, { [first]: Buffer.alloc(0), [second]: ramp(4_000), [third]: ramp(4_000) });
    const message = `2 files left out: ${first} (empty), ${third} (duplicate).`;
    const { jobId } = await start(other, kind);
    expect(JSON.parse(await readFile(fileOf(`${jobId}.json`), 'utf8'))).toMatchObject({
      skipped: [
        { path: first, reason: 'empty' },
        { path: third, reason: 'duplicate' },
      ],
    });
    const files = JSON.parse(await readFile(fileOf(`${jobId}.files.json`), 'utf8')) as {
      name: string;
      location: string;
    }[];
    expect(files.map(({ name }) => name)).toEqual([first, second, third]);
    expect(await readFile(files[1]?.location ?? '')).toEqual(ramp(4_000));
    expect(await readJob(other, kind)).toEqual({ jobId, status: 'QUEUED', message });
    await writeFile(fileOf(`${jobId}.status.json`), '{"status":"DONE","message":"Aligned."}');
    expect((await readJob(other, kind)).message).toBe(`Aligned. ${message}`);
    expect((await readJob(other, kind)).message).toBe(`Aligned. ${message}`);
  });

  it('skips the first of two duplicates if the second one is chosen', async () => {
    const title = `chosen-${kind}`;
    const [first, second] = ['A', 'B'].map((scan) => `${title}_${scan}_S000001_L01_ch01.tif`) as [string, string];
    const other = await createDataset(title, { [first]: ramp(4_000), [second]: ramp(4_000) });
    const started = await member.call<Job>('POST', `/pipeline/${kind}/${other}`, { use: [second] });
    expect(started.body).toMatchObject({ message: `1 file left out: ${first} (duplicate).` });
  });

  it('reports the worker’s status, and ends with its final status', async () => {
    const { jobId } = await start(hash, kind);
    const report = (status: object): Promise<void> => writeFile(fileOf(`${jobId}.status.json`), JSON.stringify(status));
    await report({ status: 'RUNNING', message: 'Aligning' });
    expect(await readJob(hash, kind)).toEqual({ jobId, status: 'RUNNING', message: 'Aligning' });
    expect((await start(hash, kind)).jobId).toBe(jobId);
    await report({ status: 'DONE', viewerUrl: 'https://lab.example/view', extra: 1 });
    expect(await readJob(hash, kind)).toEqual({ jobId, status: 'DONE', viewerUrl: 'https://lab.example/view' });
    expect((await readdir(fileOf(''))).filter((name) => name.startsWith(jobId))).toEqual([]);
    expect(await readJob(hash, kind)).toMatchObject({ jobId, status: 'DONE' });
    expect((await start(hash, kind)).jobId).not.toBe(jobId);
  });

  it('reports why the worker failed until the registration is restarted', async () => {
    const { jobId } = await start(hash, kind);
    await writeFile(fileOf(`${jobId}.status.json`), '{"status":"FAILED","message":"Too few sections"}');
    const failed = { jobId, status: 'FAILED', message: 'Too few sections' };
    expect(await readJob(hash, kind)).toEqual(failed);
    expect((await readdir(fileOf(''))).filter((name) => name.startsWith(jobId))).toEqual([]);
    expect(await readJob(hash, kind)).toEqual(failed);
    expect(await start(hash, kind)).toEqual({ jobId: textLike(/^[0-9a-f-]{36}$/), status: 'QUEUED' });
    expect((await readJob(hash, kind)).status).toBe('QUEUED');
  });

  it('starts once for concurrent requests', async () => {
    const jobs = await Promise.all(Array.from({ length: 5 }, () => start(hash, kind)));
    expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(1);
  });

  it('can be restarted after a failure that was never read', async () => {
    const { jobId } = await start(hash, kind);
    await writeFile(fileOf(`${jobId}.status.json`), '{"status":"FAILED","message":"Too few sections"}');
    expect((await start(hash, kind)).jobId).not.toBe(jobId);
  });

  it.each([
    ['a half-written file', '{"status":"DO'],
    ['another status', '{"status":"QUEUED"}'],
    ['a viewer URL that is not http(s)', '{"status":"DONE","viewerUrl":"javascript:alert(1)"}'],
    ['a huge file', `{"status":"DONE","message":"${'x'.repeat(70_000)}"}`],
  ])('ignores %s as a status', async (_what, text) => {
    const { jobId } = await start(hash, kind);
    await writeFile(fileOf(`${jobId}.status.json`), text);
    expect(await readJob(hash, kind)).toEqual({ jobId, status: 'QUEUED' });
  });

  it('rewrites a lost job file with the dataset’s current name', async () => {
    const { jobId } = await start(hash, kind);
    await rm(fileOf(`${jobId}.json`));
    await member.call('PATCH', `/dataset/${hash}`, { dataset: `renamed-${jobId}` });
    await readJob(hash, kind);
    expect(JSON.parse(await readFile(fileOf(`${jobId}.json`), 'utf8'))).toMatchObject({
      datasetPath: `acme/Brain/renamed-${jobId}`,
    });
  });

  it('is withdrawn when the dataset is permanently deleted', async () => {
    const { jobId } = await start(hash, kind);
    await admin.call('DELETE', `/dataset/${hash}`, { permanentDelete: true });
    expect(existsSync(fileOf(`${jobId}.json`))).toBe(false);
  });
});

test('a viewer returns 404 when the project of its dataset is hidden', async () => {
  const hash = await createDataset('TC060', { 'TC060_S000001_L01_ch01.tif': ramp(4_000) });
  await start(hash);
  const { viewerUrl } = await untilStatus(hash, 'DONE');
  expect((await fetch(viewerUrl ?? '')).status).toBe(200);
  await member.call('DELETE', `/project/${projectHash}`, { permanentDelete: false });
  expect((await fetch(viewerUrl ?? '')).status).toBe(404);
});
