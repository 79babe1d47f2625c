import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { drawnTiff } from '../support/drawnTiff';
import { startFaultyProxy, type FaultyProxy } from '../support/faultyProxy';
import { freePort, startBackend, type Backend } from '../support/startBackend';
import { temporaryFolder } from '../support/temporaryFolder';
import { md5OfArchive } from '../support/unzip';
import { md5 } from '../support/uploadFile';
import type { Browser, StartBrowser } from './browser';
import { startFirefox } from './firefox';
import { Visitor } from './visitor';
import { copyWatchedBuild, NOTED_MESSAGES } from './watchedBuild';
import { startWebKit } from './webkit';

const JOB_TIMEOUT_MS = 300_000;
const MIB = 1024 * 1024;

/** The place of a pixel, its value and the colour of its channel. */
const VALUES = '^\\d+, \\d+';
const PASS = { kind: 'hold', milliseconds: 0 } as const;

const BADLY_NAMED = 'scan 3.tif';

interface Image {
  readonly file: string;
  /** The name on the server. */
  readonly name: string;
  readonly md5: string;
}

/** The valid name of the image with an invalid name. */
const renamed = (title: string): string => `${title}_S000003_L01_ch01.tif`;

/** Writes images of a dataset: three small ones, of which one has an invalid name, and one of two parts. */
function writeImages(folder: string, title: string): readonly Image[] {
  const images: readonly (readonly [name: string, bytes: number])[] = [
    [`${title}_S000001_L01_ch01.tif`, 2 * MIB],
    [`${title}_S000001_L01_ch02.tif`, 2 * MIB],
    [BADLY_NAMED, MIB],
    [`${title}_S000002_L01_ch01.tif`, 66 * MIB],
  ];
  return images.map(([name, bytes], index) => {
    const file = join(folder, name);
    const content = drawnTiff(bytes, index);
    writeFileSync(file, content);
    return { file, name: name === BADLY_NAMED ? renamed(title) : name, md5: md5(content) };
  });
}

/** Returns the archive in the folder of downloads once it is complete. */
function savedFile(downloads: string): string | undefined {
  const names = readdirSync(downloads);
  // Firefox saves into a second file, and WebKit into a file with another name.
  if (names.some((name) => /\.(part|wkdownload)$/.test(name))) return undefined;
  const archive = names.find((name) => name.endsWith('.zip') && statSync(join(downloads, name)).size > 0);
  return archive === undefined ? undefined : join(downloads, archive);
}

let folder: string;
let build: string;
let backend: Backend;
let proxy: FaultyProxy;

beforeAll(async () => {
  folder = await temporaryFolder();
  build = await copyWatchedBuild();
  const port = await freePort();
  proxy = await startFaultyProxy(port);
  backend = await startBackend({
    SAMPLES: '1',
    PORT: String(port),
    APP_PORT: String(await freePort()),
    APP_DIR: build,
    PUBLIC_URL: proxy.url,
  });
});

afterAll(async () => {
  await backend.stop();
  await proxy.close();
  await rm(folder, { recursive: true, force: true });
  await rm(build, { recursive: true, force: true });
});

async function signIn(visitor: Visitor): Promise<void> {
  await visitor.browser.open(backend.appUrl);
  await visitor.click({ role: 'button', name: 'Login' });
  await visitor.fill({ label: 'Email' }, 'member@acme.example');
  await visitor.fill({ label: 'Password' }, 'member');
  await visitor.click({ role: 'button', name: 'Sign in' });
  await visitor.arriveAt('/acme');
}

describe.each<[string, StartBrowser]>([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('the main job in %s', (name, start) => {
  let browser: Browser;
  let downloads: string;

  beforeAll(async () => {
    downloads = join(folder, name);
    mkdirSync(downloads);
    browser = await start(downloads);
  });
  afterAll(() => browser.close());

  it(
    'uploads a dataset across a reload, shows it and saves it unchanged, without a message on the console or a covered control',
    async () => {
      const images = join(downloads, 'images');
      mkdirSync(images);
      const title = `TC300-${name}`;
      const written = writeImages(images, title);
      const files = written.map(({ file }) => file);
      const visitor = new Visitor(browser);
      const covered: string[] = [];
      const look = async (): Promise<void> => void covered.push(...(await visitor.coveredControls()));

      await signIn(visitor);
      await visitor.see({ role: 'link', name: 'mouse-brain-atlas' });
      await look();
      await visitor.click({ role: 'link', name: 'mouse-brain-atlas' });
      await visitor.click({ role: 'button', name: 'New dataset' });
      await visitor.fill({ label: '^Title' }, title);
      await visitor.click({ role: 'button', name: 'Create' });
      await visitor.arriveAt(`/acme/mouse-brain-atlas/${title}`);

      await visitor.choose('Files to upload', files);
      await visitor.fill({ label: `New name for ${BADLY_NAMED}` }, `${renamed(title)}\n`);
      await look();
      proxy.meet('PUT /storage', ...files.map(() => PASS), { kind: 'stall', afterBytes: MIB });
      await visitor.click({ role: 'button', name: 'Upload' });
      await visitor.click({ role: 'link', name: 'Show the files' });
      await visitor.until('the last part is on its way', () => proxy.left() === 0);
      await look();
      await browser.reload();
      await visitor.see({ text: '^Upload interrupted' });
      await look();
      await visitor.click({ role: 'button', name: 'Resume' });
      await visitor.choose('Files to upload', files);
      await visitor.see({ text: '^All 4 files are uploaded' });
      await look();

      const picture = await visitor.see({ role: 'application', name: 'Picture' });
      const download = await visitor.see({ role: 'button', name: 'Download' });
      await visitor.until('the values under the pointer are shown', async () => {
        // A pointer that rests on the picture sends no event when the picture is ready.
        await download.hover();
        await picture.hover();
        return visitor.find({ text: VALUES });
      });

      await visitor.click({ role: 'button', name: 'Download' });
      const archive = await visitor.until('the archive is saved', () => savedFile(downloads));
      expect(basename(archive)).toBe(`acme-mouse-brain-atlas-${title}.zip`);
      expect(await md5OfArchive(archive)).toEqual(
        new Map(written.map((image) => [`${title}/${image.name}`, image.md5])),
      );
      await look();

      expect(covered).toEqual([]);
      expect([...browser.messages(), ...(await browser.run<string[]>(`return ${NOTED_MESSAGES}`))]).toEqual([]);
    },
    JOB_TIMEOUT_MS,
  );
});
