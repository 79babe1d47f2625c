import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { signIn, type Session } from '../support/signIn';
import { startBackend, usesEmbeddedDatabase, type Backend } from '../support/startBackend';
import { md5OfStored } from '../support/storedFiles';
import { completion, md5, putPart, startUpload, urlOfPart } from '../support/uploadFile';

const DISK_FULL = { msg: 'The server has run out of disk space.', code: 'DISK_FULL' };
const KEY = 'acme/p/a.tif';
const parts = [Buffer.from('first part'), Buffer.from('second part')];

let backend: Backend;
let acme: Session;

beforeAll(async () => {
  const preload = resolve(__dirname, '..', 'support', 'fullDisk.cjs');
  backend = await startBackend({ NODE_OPTIONS: `--require ${JSON.stringify(preload)}` });
  acme = await signIn(backend, 'member@acme.example');
  await acme.call('POST', '/project', { title: 'p' });
});
afterAll(() => backend.stop());

const flag = (): string => join(backend.dataDir, 'disk-is-full');
const fill = (): Promise<void> => writeFile(flag(), '');
const free = (): Promise<void> => rm(flag());
const left = (): Promise<string[]> => readdir(join(backend.dataDir, 'tmp'));

async function send(uploadId: string, partNumber: number): Promise<Response> {
  return putPart(await urlOfPart(acme, KEY, uploadId, partNumber), parts[partNumber - 1] ?? Buffer.of());
}

test('reports a full disk when parts are sent and assembled, and continues once there is space', async () => {
  const uploadId = await startUpload(acme, KEY);
  expect((await send(uploadId, 1)).status).toBe(200);

  await fill();
  const refused = await send(uploadId, 2);
  expect(refused.status).toBe(507);
  expect(await refused.json()).toEqual(DISK_FULL);
  expect(await left()).toEqual([]);
  await free();
  expect((await send(uploadId, 2)).headers.get('etag')).toBe(`"${md5(parts[1] ?? '')}"`);

  await fill();
  const complete = () => acme.call('POST', '/upload/complete', completion(KEY, uploadId, parts));
  expect(await complete()).toMatchObject({ status: 507, body: DISK_FULL });
  expect(await left()).toEqual([]);
  await free();
  expect(await complete()).toMatchObject({ status: 200 });
  expect(await md5OfStored(acme, KEY)).toBe(md5(Buffer.concat(parts)));
  expect(backend.log()).not.toContain('ENOSPC');
});

(usesEmbeddedDatabase && process.platform === 'linux' ? test : test.skip)(
  'reports a full disk when metadata is saved, keeps what was saved before, and continues once there is space',
  async () => {
    const { projectHash } = await acme.make<{ projectHash: string }>('/project', { title: 'Full' });
    const attributes = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`a${String(index)}`, md5(String(index)).repeat(4)]),
    );
    const create = (dataset: string) => acme.call('POST', '/dataset', { projectHash, dataset, attributes });
    const saved: string[] = [];

    await fill();
    for (;;) {
      const name = `D${String(saved.length)}`;
      const answer = await create(name);
      if (answer.status !== 200) {
        expect(answer).toMatchObject({ status: 507, body: DISK_FULL });
        break;
      }
      saved.push(name);
    }
    await free();

    expect((await create('after')).status).toBe(200);
    const { body } = await acme.call<{ datasets: { dataset: string }[] }>('GET', `/dataset/${projectHash}`);
    expect(body.datasets.map(({ dataset }) => dataset).sort()).toEqual([...saved, 'after'].sort());
  },
);
