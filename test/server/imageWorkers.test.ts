import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { HttpError } from '../../server/src/common/errors';
import { createImageWorkers, ImageLimitError, type ImageWorkers } from '../../server/src/images/imageWorkers';
import { createPreviews } from '../../server/src/images/previews';
import type { UnreadableImage } from '../../server/src/images/renderPreview';
import { textWith } from '../support/matchers';
import { temporaryFolder } from '../support/temporaryFolder';

/** Bundled by Jest's global setup. */
const program = { path: resolve('server/dist/imageWorker.js'), nodeOptions: [] };
const roomy = { previewSeconds: 60, tileSeconds: 60, memoryMb: 2_048 };

let folder: string;
let bomb: string;
let image: string;
const opened: ImageWorkers[] = [];

function open(limits: Partial<typeof roomy> = {}): ImageWorkers {
  const workers = createImageWorkers(program, { ...roomy, ...limits });
  opened.push(workers);
  return workers;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const create = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#f80' } });
  // The pixels of an interlaced image have to be in memory at the same time.
  bomb = join(folder, 'bomb.png');
  await create(6_000).png({ progressive: true, compressionLevel: 1 }).toFile(bomb);
  image = join(folder, 'image.tif');
  await create(300).tiff().toFile(image);
});
afterEach(() => Promise.all(opened.splice(0).map((workers) => workers.close())));

const UNREADABLE: UnreadableImage = { unreadable: 'Damaged, or not an image' };

describe('an image worker', () => {
  it('renders previews and builds tiles', async () => {
    const workers = open();
    const { signal } = new AbortController();
    expect(await workers.render(image, { kind: 'thumbnail' })).toMatchObject({ type: 'image/png', width: 300 });
    expect(await workers.tile(image, join(folder, 'tiles'), signal)).toMatchObject({ width: 300, format: 'jpeg' });
  });

  it('renders nothing for a file that is missing or not an image', async () => {
    const workers = open();
    const text = join(folder, 'text.tif');
    await writeFile(text, 'text');
    expect(await workers.render(text, { kind: 'thumbnail' })).toEqual({ ...UNREADABLE, found: 'not-tiff' });
    expect(await workers.render(join(folder, 'none.tif'), { kind: 'thumbnail' })).toEqual(UNREADABLE);
  });

  it('is ended when an image takes too long, without an effect on other images', async () => {
    const workers = open({ previewSeconds: 0.2 });
    const slow = workers.render(bomb, { kind: 'thumbnail' });
    await expect(slow).rejects.toThrow(ImageLimitError);
    await expect(slow).rejects.toMatchObject({ status: 415, code: 'IMAGE_TOO_LARGE', msg: textWith('0.2 seconds') });
    expect(await open().render(image, { kind: 'thumbnail' })).toBeDefined();
  });

  (process.platform === 'linux' ? it : it.skip)('rejects an image that needs too much memory', async () => {
    const workers = open({ memoryMb: 150 });
    await expect(workers.render(bomb, { kind: 'thumbnail' })).rejects.toMatchObject({
      status: 415,
      msg: textWith('150 MB of memory'),
    });
    expect(await workers.render(image, { kind: 'thumbnail' })).toBeDefined();
    expect(await open().render(bomb, { kind: 'thumbnail' })).toBeDefined();
  });

  it('is ended when the task is aborted or the workers are closed', async () => {
    const workers = open();
    const stop = new AbortController();
    const tiles = workers.tile(bomb, join(folder, 'aborted'), stop.signal);
    stop.abort(new Error('stopped'));
    await expect(tiles).rejects.toThrow('stopped');

    const preview = workers.render(bomb, { kind: 'thumbnail' });
    await workers.close();
    await expect(preview).rejects.toThrow();
  });
});

describe('the previews of sponsors', () => {
  const record = () => Promise.resolve();
  const objectOf = (key: string) => ({ key, blob: key, size: 1, lastModified: '' });
  const blobs = {
    withFile: <Result>(blob: string, task: (path: string) => Promise<Result>) => task(blob),
    previews: { get: () => Promise.resolve(undefined), put: () => Promise.resolve() },
  };

  it('renders previews without waiting for the slow images of another sponsor', async () => {
    let end = (): void => undefined;
    const ended = new Promise<UnreadableImage>((resolve) => (end = () => resolve(UNREADABLE)));
    const started: string[] = [];
    const previews = createPreviews(
      blobs,
      {
        render(path) {
          started.push(path);
          return path.startsWith('slow/') ? ended : Promise.resolve(UNREADABLE);
        },
      },
      record,
    );
    const get = (key: string) => previews.get(objectOf(key), { kind: 'thumbnail' });
    const slow = Array.from({ length: 10 }, (_, index) => get(`slow/${String(index)}`));
    await Promise.all(Array.from({ length: 10 }, (_, index) => get(`quick/${String(index)}`)));
    expect(started.filter((path) => path.startsWith('slow/'))).toHaveLength(2);
    end();
    await Promise.all(slow);
    expect(started).toHaveLength(20);
  });

  it('does not render a preview again soon if the image exceeds a limit', async () => {
    let tries = 0;
    const previews = createPreviews(
      blobs,
      {
        render() {
          tries += 1;
          return Promise.reject(new ImageLimitError('60 seconds'));
        },
      },
      record,
    );
    for (const kind of ['thumbnail', 'downsampled'] as const) {
      await expect(previews.get(objectOf('a/bomb'), { kind })).rejects.toThrow(HttpError);
    }
    expect(tries).toBe(1);
  });
});
