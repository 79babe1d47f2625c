import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appSecurityHeaders } from '../../config/securityHeaders';
import { installPackages } from '../cluster/installPackages';
import { drawnTiff } from '../support/drawnTiff';
import { signIn } from '../support/signIn';
import { freePort } from '../support/startBackend';
import { md5OfStored } from '../support/storedFiles';
import { until } from '../support/until';
import { md5, uploadFile } from '../support/uploadFile';
import { makeStandInForNode } from './standInForNode';
import { openStorage, type Storage } from './storage';

const BUILD_TIMEOUT_MS = 30 * 60_000;
const NAME = 'data-manager-test';
/** Each new container is a copy of the whole image. */
const TEST_TIMEOUT_MS = 5 * 60_000;
const NODE_USER = 1_000;
const KEY = 'acme/p/TC1/TC1_S000001_L01_ch01.tif';

/** What the tests read of `buildah inspect`. */
interface Inspected {
  readonly Docker: {
    readonly config: {
      readonly Labels: Readonly<Record<string, string>>;
      readonly User: string;
      readonly Cmd: readonly string[];
      readonly StopSignal: string;
      readonly Volumes: Readonly<Record<string, object>>;
      readonly Healthcheck: { readonly Test: readonly string[] };
    };
  };
}

interface Running {
  readonly url: string;
  readonly appUrl: string;
  readonly dataDir: string;
  readonly container: string;
  readonly child: ChildProcess;
  /** The server's process, which is not the one that buildah started. */
  readonly pid: number;
}

jest.setTimeout(TEST_TIMEOUT_MS);

let folder: string;
let storage: Storage;
let config: Inspected['Docker']['config'];
/** The files of the image. */
let files: string;
const started = new Set<number>();

beforeAll(() => {
  installPackages({ '/usr/bin/buildah': 'buildah', '/usr/bin/mmdebstrap': 'mmdebstrap' });
  folder = mkdtempSync(join(tmpdir(), 'data-manager-image-'));
  storage = openStorage(join(folder, 'storage'));
  const [, base = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync('deploy/Containerfile', 'utf8')) ?? [];
  makeStandInForNode(storage, folder, base);
  execFileSync(process.execPath, ['config/scripts/image.mjs', NAME], { env: storage.env, stdio: 'inherit' });
  config = (JSON.parse(storage.buildah('inspect', '--type=image', NAME)) as Inspected).Docker.config;
  files = storage.buildah('mount', storage.buildah('from', NAME));
}, BUILD_TIMEOUT_MS);
afterEach(() => {
  // Only after a failed test.
  for (const pid of started) process.kill(pid, 'SIGKILL');
  started.clear();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }), BUILD_TIMEOUT_MS);

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(files, 'app', name), 'utf8'));

/** Returns the process of the server that listens on a port. */
function findServer(port: number): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => {
      try {
        const command = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
          .split('\0')
          .slice(0, -1);
        const variables = readFileSync(`/proc/${String(pid)}/environ`, 'utf8').split('\0');
        // The runtime replaces the program by its path.
        const [program = '', ...args] = command;
        const isServer = program.endsWith('/node') && args.join(' ') === config.Cmd.slice(1).join(' ');
        return isServer && variables.includes(`PORT=${String(port)}`);
      } catch {
        // It has ended.
        return false;
      }
    });
}

/** Starts a new container with a volume and waits until it serves the app. */
async function start(volume: string): Promise<Running> {
  const [port, appPort] = [await freePort(), await freePort()];
  const container = storage.buildah('from', NAME);
  // buildah would mount an empty volume of its own over it. Runtimes such as podman don't.
  storage.buildah('config', '--volume=/data-', container);
  const options = [
    `--volume=${volume}:/data`,
    `--env=PORT=${String(port)}`,
    `--env=APP_PORT=${String(appPort)}`,
    '--env=SAMPLES=0',
  ];
  const child = storage.start(options, container, config.Cmd);
  const [url, appUrl] = [`http://localhost:${String(port)}`, `http://localhost:${String(appPort)}`];
  await until('the server is ready', async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${String(child.exitCode)}.`);
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true ? true : undefined;
  });
  const pid = findServer(port);
  if (pid === undefined) throw new Error('The process of the server was not found.');
  started.add(pid);
  return { url, appUrl, dataDir: volume, container, child, pid };
}

/** Stops a container as its runtime does, removes it, and returns the exit code and the seconds that it took. */
async function stop({ child, pid, container }: Running) {
  const from = performance.now();
  const ended = once(child, 'exit') as Promise<[number | null]>;
  process.kill(pid, 'SIGTERM');
  const [code] = await ended;
  started.delete(pid);
  storage.buildah('rm', container);
  return { code, seconds: (performance.now() - from) / 1_000 };
}

it('the image is at most 400 MB large', () => {
  const megabytes = Number(execFileSync('du', ['-s', '-B1000000', files], { encoding: 'utf8' }).split('\t')[0]);
  process.stdout.write(`The image has ${String(megabytes)} MB.\n`);
  expect(megabytes).toBeLessThanOrEqual(400);
});

it('the image has labels, an unprivileged user, a volume and a stop signal', () => {
  const { version } = readJson('package.json') as { version: string };
  expect(config.Labels).toMatchObject({
    'org.opencontainers.image.title': 'Data Manager',
    'org.opencontainers.image.licenses': 'MIT',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': expect.stringMatching(/^[0-9a-f]{40}$/) as string,
  });
  expect(config).toMatchObject({ User: 'node', Volumes: { '/data': {} }, StopSignal: 'SIGTERM' });
  expect(statSync(join(files, 'data'))).toMatchObject({ uid: NODE_USER, mode: 0o40_700 });
});

it('the image lists its packages in an SBOM, bundled or not, without those of the tools', () => {
  const { bomFormat, components } = readJson('data-manager.cdx.json') as {
    bomFormat: string;
    components: readonly { name: string }[];
  };
  const names = components.map(({ name }) => name);
  expect(bomFormat).toBe('CycloneDX');
  expect(names).toEqual(
    expect.arrayContaining(['react', 'geotiff', 'fastify', 'oidc-provider', 'sharp', '@aws-sdk/client-s3']),
  );
  expect(names.filter((name) => ['webpack', 'jest', 'tsx', 'typescript'].includes(name))).toEqual([]);
});

it('the image contains every package that the bundle of the server imports', () => {
  const bundle = join(files, 'app', 'server', 'dist');
  const code = readdirSync(bundle).map((name) => readFileSync(join(bundle, name), 'utf8'));
  const imports = /(?:^import [^"\n]*|\bimport\()"(@?[a-z][\w./-]*)"/gm;
  const imported = code.flatMap((text) => [...text.matchAll(imports)].map(([, name = '']) => name));
  expect(imported).toContain('sharp');
  const script = `for (const name of ${JSON.stringify([...new Set(imported)])}) import.meta.resolve(name)`;
  const place = ['--env=NODE_OPTIONS=', '--workingdir=/app/server/dist'];
  const container = storage.buildah('from', NAME);
  storage.buildah('run', ...place, container, '--', 'node', '--input-type=module', '-e', script);
});

it('the image contains neither settings nor a cache of npm', () => {
  expect(
    ['root/.npmrc', 'root/.npm', 'home/node/.npmrc', 'app/.npmrc'].filter((name) => existsSync(join(files, name))),
  ).toEqual([]);
  expect(readFileSync(join(files, 'app', 'node_modules', '.package-lock.json'), 'utf8')).not.toMatch(
    /"resolved": "https?:/,
  );
});

it('the image prepares a storage, and says what is missing for that', () => {
  const prepare = ['node', 'server/dist/setupStorage.js'];
  expect(() => storage.runOnce(NAME, 'sh', '-c', `${prepare.join(' ')} 2>/dev/null`)).toThrow();
  expect(storage.runOnce(NAME, 'sh', '-c', `${prepare.join(' ')} 2>&1 || true`)).toContain('S3_BUCKET is not set');
});

it('the image has the command line as `dm`', () => {
  const { version } = readJson('package.json') as { version: string };
  expect(storage.runOnce(NAME, 'dm', '--version')).toContain(version);
});

it('the image serves the app, keeps its data on the volume, and stops within 10 seconds', async () => {
  const volume = join(folder, 'volume');
  mkdirSync(volume, { mode: 0o700 });
  chownSync(volume, NODE_USER, NODE_USER);
  const image = drawnTiff(100_000, 1);

  const first = await start(volume);
  expect(statSync(`/proc/${String(first.pid)}`).uid).toBe(NODE_USER);
  const page = await fetch(`${first.appUrl}/acme/any/path`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<div id="?root"?>/);
  const expected = appSecurityHeaders({ apiUrl: first.url, imagePreviewUrl: first.url });
  for (const [name, value] of Object.entries(expected)) expect(page.headers.get(name)).toBe(value);
  const assets = ['inter.css', 'inter-latin-wght-normal.woff2', 'openseadragon.min.js', 'viewer.css', 'viewer.mjs'];
  const answers = await Promise.all(assets.map((name) => fetch(`${first.url}/assets/${name}`)));
  expect(answers.map(({ status }) => status)).toEqual(assets.map(() => 200));

  const session = await signIn(first, 'member@acme.example');
  const { projectHash } = await session.make<{ projectHash: string }>('/project', { title: 'p' });
  await session.make('/dataset', { projectHash, dataset: 'TC1' });
  await uploadFile(session, KEY, [image]);
  const { A_K: ak = '', S_K: sk = '', session_token: token = '' } = session.values;
  const query = new URLSearchParams({ ak, sk, session_token: token }).toString();
  const preview = await fetch(`${first.url}/get-thumbnail-image/${encodeURIComponent(KEY)}?${query}`);
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/png']);

  const [, ...check] = config.Healthcheck.Test;
  const port = `--env=PORT=${new URL(first.url).port}`;
  storage.buildah('run', port, first.container, '--', ...check);
  const stopped = await stop(first);
  expect(stopped.code).toBe(0);
  expect(stopped.seconds).toBeLessThan(10);
  const other = storage.buildah('from', NAME);
  expect(() => storage.buildah('run', port, other, '--', ...check)).toThrow();

  const second = await start(volume);
  expect(await md5OfStored(await signIn(second, 'member@acme.example'), KEY)).toBe(md5(image));
  await stop(second);
});
