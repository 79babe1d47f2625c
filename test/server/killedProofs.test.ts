import { createHash } from 'node:crypto';
import { signIn, type Session } from '../support/signIn';
import { runSql, START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';
import { until } from '../support/until';
import { completion, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

/* Receipts, checksums and seals of a server that is killed. */

const FOLDER = 'acme/killed/TC7';
const FILES = 150;
const BATCH = 10;

let backend: Backend;
let member: Session;
let hash: string;

beforeAll(async () => {
  backend = await startBackend();
  member = await signIn(backend, 'member@acme.example');
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'killed' });
  ({ datasetHash: hash } = await member.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: 'TC7' }));
}, START_TIMEOUT_MS);
afterAll(() => backend.stop());

const contentOf = (name: string) => Buffer.alloc(200_000, name);
const digestOf = (name: string) => createHash('sha256').update(contentOf(name)).digest('hex');

/** Counts the seals in the database of the killed server. */
const expectSeals = (count: number) =>
  runSql(backend.dataDir, `do $$ begin assert (select count(*) from seals) = ${String(count)}; end $$`);

test('an upload that is completed again after a kill has one receipt', async () => {
  const uploads = await Promise.all(
    Array.from({ length: BATCH }, async (_, index) => {
      const key = `acme/killed/notes/${String(index)}.txt`;
      const uploadId = await startUpload(member, key);
      await putPart(await urlOfPart(member, key, uploadId, 1), Buffer.from(key));
      return {
        key,
        complete: () => member.call('POST', '/upload/complete', completion(key, uploadId, [Buffer.from(key)])),
      };
    }),
  );
  const first = uploads.map(({ complete }) => complete());
  await Promise.any(first);
  await backend.kill();
  await Promise.allSettled(first);
  await backend.restart();
  for (const { complete } of uploads) expect((await complete()).status).toBe(200);
  const { body } = await member.call<{ receipts: { key: string }[] }>('GET', '/receipts?path=acme/killed/notes');
  expect(body.receipts.map(({ key }) => key).sort()).toEqual(uploads.map(({ key }) => key).sort());
});

test('a seal that a killed server had begun is made once after its restart, with all checksums', async () => {
  const names = Array.from({ length: FILES }, (_, index) => `${String(index).padStart(3, '0')}.bin`);
  for (let start = 0; start < FILES; start += BATCH) {
    const batch = names.slice(start, start + BATCH);
    await Promise.all(batch.map((name) => uploadFile(member, `${FOLDER}/${name}`, [contentOf(name)])));
  }
  const readJob = async () =>
    (await member.call<{ jobId: string; status: string; isBroken?: boolean }>('GET', `/pipeline/seal/${hash}`)).body;
  const { jobId } = await member.make<{ jobId: string }>(`/pipeline/seal/${hash}`, {});
  await until('the dataset is being sealed', async () => {
    const { status } = await readJob();
    expect(status).not.toBe('DONE');
    return status === 'RUNNING' ? true : undefined;
  });
  await backend.kill();
  await expectSeals(0);

  await backend.restart();
  const job = await until('the dataset is sealed', async () => {
    const found = await readJob();
    return found.status === 'DONE' || found.status === 'FAILED' ? found : undefined;
  });
  expect(job).toMatchObject({ jobId, status: 'DONE', isBroken: false });
  const { body } = await member.call<{ files: Record<string, string> }>('GET', `/seal/${hash}/files`);
  const lines = (prefix: string) => names.map((name) => `${digestOf(name)}  ${prefix}${name}\n`).join('');
  expect(body.files['manifest-sha256.txt']).toBe(lines('data/'));
  const headers = { authorization: `Bearer ${member.accessToken}` };
  const query = new URLSearchParams({ path: FOLDER, algorithm: 'sha256' });
  const sums = await fetch(`${backend.url}/manage/manifest?${query}`, { headers });
  expect(await sums.text()).toBe(lines(''));

  await backend.kill();
  await expectSeals(1);
});
