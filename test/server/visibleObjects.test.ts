import { drawnTiff } from '../support/drawnTiff';
import { textWith } from '../support/matchers';
import { signIn, type Answer, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { isStored, storeFiles } from '../support/storedFiles';
import { askForUrls, completion, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

const DELETED_PROJECT = 'acme/Gone/TC1/a.tif';
const DELETED_DATASET = 'acme/Brain/TC1/a.tif';
const PRESENT = 'acme/Brain/TC10/a.tif';

let backend: Backend;
let member: Session;
/** Uploads that started before the project and dataset were deleted, by key. */
const uploadIds = new Map<string, string>();

async function projectWithDatasets(
  title: string,
  ...datasets: string[]
): Promise<{ path: string; datasets: string[] }> {
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title });
  const { projectHash } = body;
  const paths: string[] = [];
  for (const dataset of datasets) {
    const made = await member.call<{ datasetHash: string }>('POST', '/dataset', { projectHash, dataset });
    paths.push(`/dataset/${made.body.datasetHash}`);
  }
  return { path: `/project/${projectHash}`, datasets: paths };
}

const CONTENTS: ReadonlyMap<string, Buffer> = new Map([
  [DELETED_PROJECT, drawnTiff(1_000, 1)],
  [DELETED_DATASET, drawnTiff(1_000, 2)],
  [PRESENT, drawnTiff(1_000, 3)],
]);

beforeAll(async () => {
  backend = await startBackend();
  member = await signIn(backend, 'member@acme.example');
  const gone = await projectWithDatasets('Gone', 'TC1');
  const brain = await projectWithDatasets('Brain', 'TC1', 'TC10');
  await storeFiles(member, CONTENTS);
  for (const key of CONTENTS.keys()) {
    uploadIds.set(`${key}f`, await startUpload(member, `${key}f`));
  }
  await member.call('DELETE', gone.path, { permanentDelete: false });
  await member.call('DELETE', brain.datasets[0] ?? '', { permanentDelete: false });
});
afterAll(() => backend.stop());

async function listed(path: string): Promise<string[]> {
  const query = new URLSearchParams({ path }).toString();
  const { body } = await member.call<{ files: { key: string }[] }>('GET', `/manage/files?${query}`);
  return body.files.map(({ key }) => key);
}

function thumbnail(key: string): Promise<Response> {
  const { A_K: ak = '', S_K: sk = '', session_token = '' } = member.values;
  const query = new URLSearchParams({ ak, sk, session_token }).toString();
  return fetch(`${backend.url}/get-thumbnail-image/${encodeURIComponent(key)}?${query}`);
}

const order = (body: object): Promise<Answer<Record<string, unknown>>> =>
  member.call('POST', '/download', { onlyDownSamples: false, zipFileName: 'files.zip', ...body });

test('soft-deleted objects stay on disk', async () => {
  for (const key of [DELETED_PROJECT, DELETED_DATASET]) {
    expect(await isStored(backend.dataDir, CONTENTS.get(key) ?? '')).toBe(true);
  }
});

test.each(['acme/Gone', 'acme/Gone/TC1', 'acme/Brain/TC1', 'acme/brain/tc1'])(
  'a listing of the deleted path %s is empty',
  async (path) => {
    expect(await listed(path)).toEqual([]);
  },
);

test('a listing of a parent excludes deleted paths, but not others with the same prefix', async () => {
  expect(await listed('acme/Brain')).toEqual([PRESENT]);
  expect(await listed('acme')).toEqual([PRESENT]);
});

test.each([
  [{ folder: 'acme/Gone' }],
  [{ folder: 'acme/Brain/TC1' }],
  [{ files: [PRESENT, DELETED_PROJECT] }],
  [{ files: [DELETED_DATASET] }],
])('a download of the deleted selection %j is not found', async (selection) => {
  expect(await order(selection)).toMatchObject({ status: 404, body: { code: 'NO_SUCH_FILE' } });
});

test('a download of a project excludes its deleted datasets', async () => {
  expect(await order({ folder: 'acme/Brain' })).toMatchObject({ status: 200, body: { totalFiles: 1 } });
});

test('previews of deleted files are not found', async () => {
  expect((await thumbnail(PRESENT)).status).toBe(200);
  expect((await thumbnail(DELETED_PROJECT)).status).toBe(404);
  expect((await thumbnail(DELETED_DATASET)).status).toBe(404);
});

test.each([
  ['an unknown project', 'acme/Never/a.tif', 'Never'],
  ['a deleted project', 'acme/Gone/TC9/a.tif', 'Gone'],
  ['a project in another case', 'acme/BRAIN/a.tif', 'BRAIN'],
  ['a deleted dataset', 'acme/Brain/TC1/b.tif', 'TC1'],
  ['a file with the path of a deleted dataset', 'acme/Brain/TC1', 'TC1'],
])('an upload to %s is rejected at the start with its name', async (_what, key, name) => {
  expect(await member.call('POST', '/upload/start', { key })).toMatchObject({
    status: 404,
    body: { msg: textWith(`“${name}”`) },
  });
});

test.each([
  ['a project', `${DELETED_PROJECT}f`, 'Gone'],
  ['a dataset', `${DELETED_DATASET}f`, 'TC1'],
])('an upload that started before %s was deleted gets no URLs and can’t be completed', async (_what, key, name) => {
  const uploadId = uploadIds.get(key) ?? '';
  const refused = { status: 404, body: { msg: textWith(`“${name}”`) } };
  expect(await askForUrls(member, { key, uploadId, partNumber: 1, totalParts: 1 })).toMatchObject(refused);
  expect(await member.call('POST', '/upload/complete', completion(key, uploadId, [Buffer.of(1)]))).toMatchObject(
    refused,
  );
  expect(await member.call('DELETE', '/upload/cancel', { key, uploadId })).toMatchObject({ status: 200 });
});

test('an upload to a folder that is not a dataset is accepted', async () => {
  await uploadFile(member, 'acme/Brain/just a folder/a.txt', [Buffer.from('x')]);
  expect(await listed('acme/Brain/just a folder')).toEqual(['acme/Brain/just a folder/a.txt']);
});

test('an upload that is completed during a rename is under the new title', async () => {
  const { path } = await projectWithDatasets('Moving');
  const parts = [Buffer.alloc(3_000_000, 1)];
  const key = 'acme/Moving/late.bin';
  const uploadId = await startUpload(member, key);
  await putPart(await urlOfPart(member, key, uploadId, 1), Buffer.concat(parts));
  const [completed] = await Promise.all([
    member.call('POST', '/upload/complete', completion(key, uploadId, parts)),
    member.call('PATCH', path, { title: 'Moved' }),
  ]);
  expect(completed.status).toBe(200);
  expect(await listed('acme/Moving')).toEqual([]);
  expect(await listed('acme/Moved')).toEqual(['acme/Moved/late.bin']);
});

test('the title of a soft-deleted project or dataset can’t be reused, and the error says why', async () => {
  expect(await member.call('POST', '/project', { title: 'GONE' })).toMatchObject({
    status: 409,
    body: { msg: textWith('deleted project'), code: 'DELETED' },
  });
  const other = await projectWithDatasets('Other', 'TC2');
  expect(await member.call('PATCH', other.path, { title: 'gone' })).toMatchObject({
    status: 409,
    body: { msg: textWith('deleted project'), code: 'DELETED' },
  });
  await member.call('DELETE', other.datasets[0] ?? '', { permanentDelete: false });
  const projectHash = other.path.slice('/project/'.length);
  expect(await member.call('POST', '/dataset', { projectHash, dataset: 'tc2' })).toMatchObject({
    status: 409,
    body: { msg: textWith('deleted dataset'), code: 'DELETED' },
  });
  expect(await listed('acme/Other')).toEqual([]);
});
