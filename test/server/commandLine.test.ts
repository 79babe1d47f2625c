import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { createToken } from '../support/createToken';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { temporaryFolder } from '../support/temporaryFolder';
import { encodeTiff } from '../support/tiffs';
import { until } from '../support/until';
import { putPart } from '../support/uploadFile';

const ROOT = resolve(__dirname, '..', '..');
const PROJECT = 'Command line';
const FAST_CLOCK = { NODE_OPTIONS: `--require ${JSON.stringify(join(ROOT, 'test/support/fastClock.cjs'))}` };
const PART_BYTES = 5 * 1024 * 1024;

/** Never responds. */
const silent = createServer();

let program: string;
let session: Session;

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

/** The events of `--json`. */
type Events = readonly (Readonly<Record<string, unknown>> & { readonly event: string })[];

function start(home: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const signedIn = { DM_URL: sharedBackend().url, DM_TOKEN: session.accessToken };
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DM_HOME: home, ...signedIn, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out, err })) };
}

async function dm(home: string, ...args: string[]) {
  const { code, out, err } = await start(home, args).ended;
  return { code, out, err };
}

function eventsOf(out: string): Events {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Events[number]);
}

function tiff(seed: number): Buffer {
  return encodeTiff({ width: 8, height: 8, pixels: new Uint16Array(64).map((_zero, index) => index * seed) });
}

/** Creates a dataset, and a folder with its name. */
async function makeDataset(dataset: string) {
  const { body } = await session.call<{ projects: { title: string; projectHash: string }[] }>('GET', '/project');
  const { projectHash = '' } = body.projects.find(({ title }) => title === PROJECT) ?? {};
  const { datasetHash } = await session.make<{ datasetHash: string }>('/dataset', {
    projectHash,
    dataset,
    sid: 'acme',
  });
  const folder = join(await temporaryFolder(), dataset);
  await mkdir(folder);
  return { home: await temporaryFolder(), folder, datasetHash, path: `${PROJECT}/${dataset}` };
}

/** Returns the variable with an access token for an hour. */
async function tokenFor(path: string, ...scopes: Parameters<typeof createToken>[2]) {
  return { DM_TOKEN: (await createToken(session, path, scopes)).token };
}

/** Begins the upload of a file of two parts, and sends the first part, as a browser on another computer does. */
async function beginElsewhere(file: string, key: string): Promise<void> {
  await truncateNew(file, PART_BYTES + 1_000);
  const modified = (await stat(file)).mtime.toISOString();
  const start = { key, modified, size: PART_BYTES + 1_000, partSize: PART_BYTES, totalParts: 2 };
  const { urls } = await session.make<{ urls: { url: string }[] }>('/upload/start', start);
  expect((await putPart(urls[0]?.url ?? '', new Uint8Array(PART_BYTES))).status).toBe(200);
}

async function openBelow(path: string): Promise<readonly string[]> {
  const { body } = await session.call<{ uploads: { key: string }[] }>('GET', '/upload/open');
  return body.uploads.map(({ key }) => key).filter((key) => key.startsWith(`acme/${path}/`));
}

async function keysBelow(path: string): Promise<readonly string[]> {
  const query = new URLSearchParams({ path: `acme/${path}` });
  const { body } = await session.call<{ files: { key: string }[] }>('GET', `/manage/files?${query.toString()}`);
  return body.files.map(({ key }) => key.slice(`acme/${path}/`.length)).filter((name) => name !== '');
}

beforeAll(async () => {
  program = join(await temporaryFolder(), 'dm.mjs');
  const bundle = `await (await import('./config/scripts/bundleCli.mjs')).bundleCli(process.argv[1])`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', bundle, program], { cwd: ROOT });
  session = await signIn(sharedBackend(), 'member@acme.example');
  await session.make('/project', { title: PROJECT });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

describe('the command line', () => {
  it('a login is checked, stored for its user alone, and used by later commands', async () => {
    const home = await temporaryFolder();
    const { url } = sharedBackend();
    const refused = await start(home, ['login', url], { DM_TOKEN: 'dm_wrong' }).ended;
    expect(refused).toMatchObject({ code: 3, out: '' });
    // As in a file that was written on Windows.
    const read = { DM_TOKEN: `${session.accessToken}\r\n` };
    expect((await start(home, ['login', url], read).ended).code).toBe(0);
    expect((await stat(join(home, 'login.json'))).mode & 0o777).toBe(0o600);
    const unset = { DM_URL: '', DM_TOKEN: '' };
    expect(await start(home, ['ls'], unset).ended).toMatchObject({ code: 0, err: '' });
    expect(await start(await temporaryFolder(), ['ls'], unset).ended).toMatchObject({ code: 3 });
  });

  it('exit codes tell wrong use from a missing place and from a server that does not respond', async () => {
    const home = await temporaryFolder();
    expect(await dm(home)).toMatchObject({ code: 2, out: '' });
    expect((await dm(home, 'ls', '--wrong')).code).toBe(2);
    expect((await dm(home, 'upload', join(home, 'none'), PROJECT)).code).toBe(2);
    expect((await start(home, ['ls'], { DM_URL: 'ftp://127.0.0.1' }).ended).code).toBe(2);
    expect((await start(home, ['login', sharedBackend().url], { DM_TOKEN: '' }).ended).code).toBe(2);
    expect(await dm(home, 'ls', 'Nowhere')).toMatchObject({ code: 1, err: 'There is no project “Nowhere”.\n' });
    const missing = { code: 1, err: `There is no dataset or folder “${PROJECT}/Nowhere”.\n` };
    expect(await dm(home, 'ls', `${PROJECT}/Nowhere`)).toMatchObject(missing);
    expect(await dm(home, 'compare', home, `${PROJECT}/Nowhere`)).toMatchObject(missing);
    expect((await start(home, ['ls'], { DM_URL: 'http://127.0.0.1:1' }).ended).code).toBe(4);
  });

  it('what can’t be read or written on the disk ends with a message instead of a stack trace', async () => {
    const { home, folder, path } = await makeDataset('Unwritable');
    await writeFile(join(folder, 'Unwritable_S000001_L01_ch01.tif'), tiff(1));
    expect((await dm(home, 'upload', folder, path)).code).toBe(0);
    const file = join(home, 'file');
    await writeFile(file, '');
    const message = `EEXIST: file already exists, mkdir '${file}'\n`;
    expect(await dm(home, 'download', path, file)).toEqual({ code: 1, out: '', err: message });
    expect(await start(join(file, 'home'), ['ls']).ended).toMatchObject({ code: 1, out: '' });
  });

  it('an upload stops at problems, in the words of the upload screen, until they are decided', async () => {
    const { home, folder, path } = await makeDataset('Decided');
    await writeFile(join(folder, 'Decided_S000001_L01_ch01.tif'), tiff(1));
    await writeFile(join(folder, 'Decided-S2-L1-ch1.tif'), tiff(2));
    await writeFile(join(folder, 'Other_S000003_L01_ch01.tif'), tiff(3));
    await writeFile(join(folder, 'Decided_S000004_L01_ch01.tif'), tiff(4).subarray(0, 100));
    const stopped = await dm(home, 'upload', folder, path);
    expect(stopped).toMatchObject({ code: 1, out: '' });
    expect(stopped.err).toContain('1 name doesn’t fit. Invalid fileName');
    expect(stopped.err).toContain('Decided-S2-L1-ch1.tif → Decided_S000002_L01_ch01.tif');
    expect(stopped.err).toContain('1 file named for another dataset. The names begin with Other.');
    expect(stopped.err).toContain('1 damaged image. It is not uploaded');
    expect(await keysBelow(path)).toEqual([]);
    const { code, out } = await dm(home, 'upload', folder, path, '--rename', '--skip-problems', '--json');
    expect(code).toBe(0);
    const leftOut = { name: 'Other_S000003_L01_ch01.tif' };
    expect(eventsOf(out)).toContainEqual(
      expect.objectContaining({ event: 'problem', kind: 'foreign', files: [leftOut] }),
    );
    expect(eventsOf(out).at(-1)).toEqual({ event: 'done', uploaded: 2, failed: 0, left: 0 });
    const uploaded = ['Decided_S000001_L01_ch01.tif', 'Decided_S000002_L01_ch01.tif'];
    expect(await keysBelow(path)).toEqual(uploaded);
    const listed = eventsOf((await dm(home, 'ls', path, '--json')).out);
    expect(listed.map(({ event, key }) => [event, key])).toEqual(
      uploaded.map((name) => ['file', `acme/${path}/${name}`]),
    );
  });

  it('identical files are not sent again, and different ones only with --yes', async () => {
    const { home, folder, path } = await makeDataset('Again');
    const file = join(folder, 'Again_S000001_L01_ch01.tif');
    await writeFile(file, tiff(1));
    expect((await dm(home, 'upload', folder, path)).code).toBe(0);
    expect(await dm(home, 'upload', folder, path)).toMatchObject({
      code: 0,
      err: expect.stringContaining('1 identical') as string,
    });
    await writeFile(file, tiff(2));
    expect(await dm(home, 'upload', folder, path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('1 different · Leave out or replace 1') as string,
    });
    const replaced = eventsOf((await dm(home, 'upload', folder, path, '--yes', '--json')).out);
    expect(replaced.at(-1)).toMatchObject({ event: 'done', uploaded: 1 });
  });

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'an upload that %s ends is resumed with the parts that were sent',
    async (signal) => {
      const { home, folder, path } = await makeDataset(`Resumed ${signal}`);
      const file = join(folder, 'mosaic_S000001_L01_ch01.tif');
      await truncateNew(file, 300e6);
      const { child, ended } = start(home, ['upload', folder, path, '--yes', '--json']);
      await until('the first part is recorded', async () => {
        const parts = await readParts(home);
        return parts.length > 0 ? parts : undefined;
      });
      child.kill(signal);
      expect((await ended).code).toBe(signal === 'SIGINT' ? 130 : null);
      const resumed = eventsOf((await dm(home, 'upload', folder, path, '--yes', '--json')).out);
      const found = resumed.find(({ event }) => event === 'resumed');
      expect(found?.bytes).toBeGreaterThanOrEqual(64 * 1024 * 1024);
      expect(resumed.at(-1)).toEqual({ event: 'done', uploaded: 1, failed: 0, left: 0 });
      expect(await keysBelow(path)).toHaveLength(1);
    },
  );

  it('a download is verified, skips what is there, and compares as identical', async () => {
    const { home, folder, path } = await makeDataset('Fetched');
    await writeFile(join(folder, 'Fetched_S000001_L01_ch01.tif'), tiff(1));
    await writeFile(join(folder, 'Fetched_S000002_L01_ch01.tif'), tiff(2));
    expect((await dm(home, 'upload', folder, path)).code).toBe(0);
    const target = join(await temporaryFolder(), 'new');
    const record = join(home, 'recording.json');
    const fetched = await dm(home, 'download', path, target, '--json', '--record', record);
    expect(fetched.code).toBe(0);
    expect(eventsOf(fetched.out).at(-1)).toEqual({ event: 'done', downloaded: 2, failed: 0, left: 0 });
    expect(await readFile(join(target, 'Fetched', 'Fetched_S000001_L01_ch01.tif'))).toEqual(tiff(1));
    const recording = await readFile(record, 'utf8');
    expect(recording).toContain('fetches/fileSaved');
    expect(recording).not.toContain(session.accessToken);
    const again = eventsOf((await dm(home, 'download', path, target, '--json')).out);
    expect(again.map(({ outcome }) => outcome)).toEqual(['present', 'present', undefined]);
    expect(await dm(home, 'compare', folder, path)).toMatchObject({ code: 0, out: '' });
    expect(await dm(home, 'compare', target, path)).toMatchObject({ code: 0, out: '' });
    await writeFile(join(folder, 'Fetched_S000002_L01_ch01.tif'), tiff(3));
    await writeFile(join(folder, 'new.tif'), tiff(4));
    expect(await dm(home, 'compare', folder, path)).toMatchObject({
      code: 1,
      out: `different: ${path}/Fetched_S000002_L01_ch01.tif\nonly in the folder: ${path}/new.tif\n`,
    });
  });

  it('the same download is not listed twice after a file could not be saved', async () => {
    const { home, folder, path } = await makeDataset('Failed');
    const name = 'Failed_S000001_L01_ch01.tif';
    await writeFile(join(folder, name), tiff(1));
    expect((await dm(home, 'upload', folder, path)).code).toBe(0);
    const target = await temporaryFolder();
    await mkdir(join(target, 'Failed', name), { recursive: true });
    expect((await dm(home, 'download', path, target, '--yes')).code).toBe(1);
    expect((await dm(home, 'download', path, target, '--yes')).code).toBe(1);
    expect(eventsOf((await dm(home, 'status', '--json')).out)).toMatchObject([{ event: 'download', title: 'Failed' }]);
  });

  it('a sealed dataset is downloaded as a bag, and an upload that breaks its seal needs --yes', async () => {
    const { home, folder, path, datasetHash } = await makeDataset('Closed');
    await writeFile(join(folder, 'Closed_S000001_L01_ch01.tif'), tiff(1));
    expect((await dm(home, 'upload', folder, path)).code).toBe(0);
    await session.call('POST', `/pipeline/seal/${datasetHash}`, {});
    await until('the dataset is sealed', async () => {
      const { body } = await session.call('GET', `/pipeline/seal/${datasetHash}`);
      return body.sealedAt === undefined ? undefined : true;
    });
    const target = await temporaryFolder();
    const reader = await tokenFor(`acme/${path}`, 'read');
    expect((await start(home, ['download', path, target], reader).ended).code).toBe(0);
    const bag = { cwd: join(target, 'Closed') };
    execFileSync('sh', ['-c', 'sha256sum --check --strict *manifest-sha256.txt'], bag);
    expect(await readFile(join(bag.cwd, 'data/Closed_S000001_L01_ch01.tif'))).toEqual(tiff(1));
    await writeFile(join(folder, 'Closed_S000002_L01_ch01.tif'), tiff(2));
    const refused = { code: 1, err: expect.stringContaining('The change breaks its seal.') as string };
    expect(await dm(home, 'upload', folder, PROJECT)).toMatchObject(refused);
    expect(await dm(home, 'upload', folder, path)).toMatchObject(refused);
    expect(await dm(home, 'follow', folder, path)).toMatchObject(refused);
    expect((await dm(home, 'upload', folder, path, '--yes')).code).toBe(0);
    expect(await keysBelow(path)).toHaveLength(2);
  });

  it('an access token signs the command line in, and what it does not allow is refused', async () => {
    const { home, folder, path } = await makeDataset('By token');
    const name = 'TC_S000001_L01_ch01.tif';
    await writeFile(join(folder, name), tiff(1));
    const reader = await tokenFor('acme', 'read');
    expect((await start(home, ['ls', path], reader).ended).code).toBe(0);
    const noUpload = 'The access token lacks the right “upload”.\n';
    expect(await start(home, ['upload', folder, path, '--yes'], reader).ended).toEqual({
      ...{ code: 3, out: '' },
      err: expect.stringMatching(`${name}: ${noUpload}0 files uploaded.\n$`) as string,
    });
    expect(await keysBelow(path)).toEqual([]);
    const refused = { code: 3, out: '', err: noUpload };
    for (const command of ['status', 'resume', 'cancel'])
      expect(await start(home, [command, folder, path], reader).ended).toEqual(refused);
    const writer = await tokenFor('acme', 'upload');
    const noRead = { code: 3, out: '', err: 'The access token lacks the right “read”.\n' };
    expect(await start(home, ['ls'], writer).ended).toEqual(noRead);
    const uploader = await tokenFor(`acme/${path}`, 'read', 'upload');
    expect(await start(home, ['ls', PROJECT], uploader).ended).toMatchObject({
      ...{ code: 3, err: `The access token reaches only acme/${path}.\n` },
    });
    const outside = { code: 3, out: '', err: `The access token reaches only acme/${path}.\n` };
    const elsewhere = `${PROJECT}/Elsewhere`;
    expect(await start(home, ['upload', folder, elsewhere], uploader).ended).toEqual(outside);
    expect(await start(home, ['follow', folder, elsewhere], uploader).ended).toEqual(outside);
    expect(await start(home, ['compare', folder, PROJECT], uploader).ended).toEqual(outside);
    expect((await start(await temporaryFolder(), ['upload', folder, path, '--yes'], uploader).ended).code).toBe(0);
    expect(await keysBelow(path)).toHaveLength(1);
  });

  it('what a browser has begun is listed, cancelled and resumed by its folder, with an access token for the dataset', async () => {
    const { home, folder, path } = await makeDataset('Begun');
    const name = 'Begun_S000001_L01_ch01.tif';
    const key = `acme/${path}/${name}`;
    await beginElsewhere(join(folder, name), key);
    const token = await tokenFor(`acme/${path}`, 'read', 'upload');
    const run = (command: string, inside = folder) => start(home, [command, inside, path, '--json'], token).ended;
    const { out } = await run('status');
    expect(eventsOf(out)).toEqual([{ event: 'upload', key, size: PART_BYTES + 1_000, sent: PART_BYTES }]);
    const done = { event: 'done', uploads: 0, downloads: 0, left: 0 };
    expect(eventsOf((await run('cancel', await temporaryFolder())).out)).toEqual([done]);
    expect(await openBelow(path)).toEqual([key]);
    const cancelled = await run('cancel');
    expect(cancelled).toMatchObject({ code: 0, err: '1 upload and 0 downloads cancelled.\n' });
    expect(eventsOf(cancelled.out)).toEqual([{ ...done, uploads: 1 }]);
    expect(await openBelow(path)).toEqual([]);
    expect(eventsOf((await run('cancel')).out)).toEqual([done]);
    await beginElsewhere(join(folder, name), key);
    const resumed = await run('resume');
    expect(resumed).toMatchObject({ code: 0, err: expect.stringContaining('1 upload was active within') as string });
    expect(eventsOf(resumed.out).at(-1)).toMatchObject({ event: 'done', uploaded: 1 });
    expect([await keysBelow(path), await openBelow(path)]).toEqual([[name], []]);
  });

  it('Ctrl-C ends dm at once while there is nothing to pause', async () => {
    const requested = new Promise<void>((resolve) => silent.once('request', () => resolve()));
    const { port } = silent.address() as AddressInfo;
    const { child, ended } = start(await temporaryFolder(), ['ls'], { DM_URL: `http://127.0.0.1:${String(port)}` });
    await requested;
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, out: '', err: '' });
  });

  it('files that are no images are named, and not uploaded', async () => {
    const { home, folder, path } = await makeDataset('Notes');
    await writeFile(join(folder, 'notes.csv'), 'a,b');
    const err = '1 file is no image and is left out:\n  notes.csv\nThere is nothing to upload.\n';
    expect(await dm(home, 'upload', folder, path)).toEqual({ code: 0, out: '', err });
  });

  it('version and help are printed also with --json', async () => {
    const home = await temporaryFolder();
    expect((await dm(home, '--version', '--json')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await dm(home, '--help', '--json')).out).toMatch(/^Usage: dm COMMAND\n/);
  });

  it('a file with other content is replaced by a download only with --yes', async () => {
    const { home, folder, path } = await makeDataset('Kept');
    const name = 'Kept_S000001_L01_ch01.tif';
    await writeFile(join(folder, name), tiff(1));
    await dm(home, 'upload', folder, path);
    await writeFile(join(folder, name), 'my own');
    const parent = join(folder, '..');
    expect((await dm(home, 'download', path, parent)).code).toBe(1);
    expect(await readFile(join(folder, name), 'utf8')).toBe('my own');
    expect((await dm(home, 'download', path, parent, '--yes')).code).toBe(0);
    expect(await readFile(join(folder, name))).toEqual(tiff(1));
  });

  it('a followed folder is uploaded as its files appear, also after the process was killed', async () => {
    const { home, folder, path } = await makeDataset('Followed');
    const follow = (...options: string[]) => start(home, ['follow', folder, path, ...options], FAST_CLOCK);
    const arrived = (count: number) =>
      until(`${String(count)} files have arrived`, async () => {
        const keys = await keysBelow(path);
        return keys.length === count ? keys : undefined;
      });
    await writeFile(join(folder, 'Followed_S000001_L01_ch01.tif'), tiff(1));
    const killed = follow();
    await arrived(1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await writeFile(join(folder, 'Followed_S000002_L01_ch01.tif'), tiff(2));
    await writeFile(join(folder, 'wrong name.tif'), tiff(3));
    const stopped = follow('--json');
    await arrived(2);
    stopped.child.kill('SIGINT');
    const { code, out, err } = await stopped.ended;
    expect(code).toBe(130);
    expect(err).toContain('wrong name.tif: Invalid name');
    // The first file, too, if the process was killed before it had recorded the response of the server.
    const uploaded = eventsOf(out).filter(({ event }) => event === 'uploaded');
    expect(uploaded.at(-1)).toMatchObject({ key: `acme/${path}/Followed_S000002_L01_ch01.tif` });
    expect(eventsOf(out).at(-1)).toMatchObject({ event: 'done', how: 'stopped' });
  });

  it('following ends with exit code 3 when the server refuses all files', async () => {
    const { home, folder, path } = await makeDataset('Refused');
    for (const section of [1, 2])
      await writeFile(join(folder, `Refused_S00000${String(section)}_L01_ch01.tif`), tiff(section));
    const reader = await tokenFor('acme', 'read');
    const { code, err } = await start(home, ['follow', folder, path], { ...reader, ...FAST_CLOCK }).ended;
    const reason = 'The access token lacks the right “upload”.';
    const key = `acme/${path}/Refused_S000001_L01_ch01.tif`;
    const following = 'Following Refused. Ctrl-C stops it once the files that it has found are uploaded.';
    expect(err).toBe(`${following}\n${key}: ${reason}\n${reason} The same command continues.\n`);
    expect(code).toBe(3);
  });

  it('what is interrupted is listed, resumed and cancelled', async () => {
    const { home, folder, path } = await makeDataset('Interrupted');
    await truncateNew(join(folder, 'mosaic_S000001_L01_ch01.tif'), 300e6);
    const interrupt = async (...args: string[]): Promise<void> => {
      const { length: before } = await readParts(home);
      const { child, ended } = start(home, args);
      await until('a part is recorded', async () => ((await readParts(home)).length > before ? true : undefined));
      child.kill('SIGKILL');
      await ended;
    };
    await interrupt('upload', folder, path, '--yes');
    const key = `acme/${path}/mosaic_S000001_L01_ch01.tif`;
    expect(eventsOf((await dm(home, 'status', '--json')).out)).toMatchObject([{ event: 'upload', key, size: 300e6 }]);
    expect((await dm(home, 'cancel')).err).toContain('1 upload and 0 downloads cancelled.');
    expect(await dm(home, 'status')).toEqual({ code: 0, out: '', err: '' });
    await interrupt('upload', folder, path, '--yes');
    expect((await dm(home, 'resume')).code).toBe(0);
    expect(await keysBelow(path)).toHaveLength(1);
    expect((await dm(home, 'resume')).err).toBe('Nothing is interrupted.\n');
  });
});

async function truncateNew(file: string, size: number): Promise<void> {
  await writeFile(file, '');
  await truncate(file, size);
}

/** Reads the records of sent parts, also the outdated ones. */
async function readParts(home: string): Promise<readonly string[]> {
  const file = join(home, hostname(), 'records', 'upload-journal-parts.jsonl');
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line.includes('"md5"'));
}
