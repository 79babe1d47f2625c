import { createProject, updateProject } from '../../server/src/database/projects/projects';
import { Uploads } from '../../server/src/objects/uploads';
import type { BlobStore } from '../../server/src/storage/blobStore';
import { multipartChecksum } from '../../server/src/storage/parts';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Answer, type Session } from '../support/signIn';
import { listKeys } from '../support/storedFiles';
import { openTestDatabase } from '../support/testDatabase';
import { completion, md5, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

const MAX_KEY_BYTES = 1_024;
const CONTENT = Buffer.of(1);

const backend = sharedBackend();
let member: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@globex.example');
});

/** Returns the key of a file below a folder that is exactly as long as a key may be. */
function longestKey(folder: string, name: string): string {
  let key = folder;
  for (let missing = MAX_KEY_BYTES - Buffer.byteLength(`${folder}/${name}`); missing > 0;) {
    const length = missing > 200 ? 100 : missing - 1;
    key += `/${'ü'.repeat(length >> 1)}${length % 2 === 1 ? 'f' : ''}`;
    missing = MAX_KEY_BYTES - Buffer.byteLength(`${key}/${name}`);
  }
  return `${key}/${name}`;
}

let count = 0;
/** Creates a project and a dataset, with titles that no other test uses. */
async function makePlace() {
  count += 1;
  const title = `long keys ${String(count)}`;
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title });
  const { datasetHash } = await member.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: 'TC1' });
  return {
    folder: `globex/${title}`,
    title,
    projectHash,
    datasetHash,
    renameProject: (to: string) => member.call('PATCH', `/project/${projectHash}`, { title: to }),
    renameDataset: (dataset: string) => member.call('PATCH', `/dataset/${datasetHash}`, { dataset }),
  };
}

function expectRefusal({ status, body }: Answer<unknown>, name: string): void {
  expect({ status, body }).toEqual({
    status: 409,
    body: { code: 'KEY_TOO_LONG', msg: expect.stringMatching(new RegExp(`${name}.* 102[5-9] bytes`)) as string },
  });
}

describe('a longer title of a project', () => {
  test('is refused if it makes the key of a file too long, and nothing changes', async () => {
    const place = await makePlace();
    await uploadFile(member, `${place.folder}/short.tif`, [CONTENT]);
    await uploadFile(member, longestKey(place.folder, 'longest.tif'), [CONTENT]);
    const before = await listKeys(member, place.folder);
    expectRefusal(await place.renameProject(`${place.title}+`), 'longest.tif');
    expect(await listKeys(member, place.folder)).toEqual(before);
    expect((await member.call('GET', '/project')).body).toMatchObject({
      projects: expect.arrayContaining([expect.objectContaining({ title: place.title })]) as unknown,
    });
  });

  test('is refused if it makes the key of a file in a dataset too long', async () => {
    const place = await makePlace();
    await uploadFile(member, longestKey(`${place.folder}/TC1`, 'in dataset.tif'), [CONTENT]);
    expectRefusal(await place.renameProject(`${place.title}+`), 'in dataset.tif');
    expect((await place.renameProject(place.title.replace('keys', 'Keys'))).status).toBe(200);
  });

  test('is refused if it makes the key of an upload in progress too long', async () => {
    const place = await makePlace();
    const key = longestKey(place.folder, 'sending.tif');
    const uploadId = await startUpload(member, key);
    expectRefusal(await place.renameProject(`${place.title}+`), 'sending.tif');
    await putPart(await urlOfPart(member, key, uploadId, 1), CONTENT);
    expect((await member.call('POST', '/upload/complete', completion(key, uploadId, [CONTENT]))).status).toBe(200);
    expect(await listKeys(member, place.folder)).toEqual([key]);
  });

  test('is accepted after the longest file was deleted, which can be restored under the shorter title', async () => {
    const place = await makePlace();
    const key = longestKey(place.folder, 'deleted.tif');
    await uploadFile(member, key, [CONTENT]);
    await member.call('DELETE', '/manage/files', { keys: [key] });
    expect((await place.renameProject(`${place.title}+`)).status).toBe(200);
    const moved = key.replace(place.title, `${place.title}+`);
    expect(await member.call('POST', '/manage/files/restore', { keys: [moved] })).toMatchObject({ status: 400 });
    expect((await place.renameProject(place.title)).status).toBe(200);
    expect((await member.call('POST', '/manage/files/restore', { keys: [key] })).body).toMatchObject({
      restored: [key],
    });
  });
});

test.each([
  ['PATCH', 'the name'],
  ['PUT', 'the whole form'],
])('a longer name of a dataset is refused by %s of %s if it makes a key too long', async (method) => {
  const place = await makePlace();
  await uploadFile(member, longestKey(place.folder, 'outside.tif'), [CONTENT]);
  await uploadFile(member, longestKey(`${place.folder}/TC1`, 'inside.tif'), [CONTENT]);
  const path = `/dataset/${place.datasetHash}`;
  expectRefusal(await member.call(method, path, { dataset: 'TC10' }), 'inside.tif');
  expect((await member.call(method, path, { dataset: 'TC2' })).status).toBe(200);
});

test('a deleted dataset is not restored while the title of its project makes a key too long', async () => {
  const place = await makePlace();
  const key = longestKey(`${place.folder}/TC1`, 'kept.tif');
  await uploadFile(member, key, [CONTENT]);
  const path = `/dataset/${place.datasetHash}`;
  await member.call('DELETE', path, { permanentDelete: false });
  expect((await place.renameProject(`${place.title}+`)).status).toBe(200);
  expectRefusal(await member.call('POST', `${path}/restore`), 'kept.tif');
  expect((await member.call('GET', path)).status).toBe(404);
  expect((await place.renameProject(place.title)).status).toBe(200);
  expect((await member.call('POST', `${path}/restore`)).status).toBe(200);
  expect(await listKeys(member, place.folder)).toEqual([key]);
});

describe('a dataset named like a file of its project', () => {
  const EXISTS = { status: 409, body: { code: 'EXISTS', msg: expect.stringContaining('“scan”') as string } };

  test.each([
    ['that is stored', (key: string) => uploadFile(member, key, [CONTENT])],
    ['that is being uploaded', (key: string) => startUpload(member, key)],
  ])('is refused for a file %s, because nothing could be uploaded into the dataset', async (_what, store) => {
    const place = await makePlace();
    await store(`${place.folder}/scan`);
    const { projectHash } = place;
    expect(await member.call('POST', '/dataset', { projectHash, dataset: 'scan' })).toMatchObject(EXISTS);
    expect(await place.renameDataset('scan')).toMatchObject(EXISTS);
  });
});

test('a file that was deleted from a folder is restored into the dataset that has been given the folder’s name', async () => {
  const place = await makePlace();
  const key = `${place.folder}/TC2/a.tif`;
  await uploadFile(member, key, [CONTENT]);
  await member.call('DELETE', '/manage/files', { keys: [key] });
  expect((await place.renameDataset('TC2')).status).toBe(200);
  expect((await member.call('POST', '/manage/files/restore', { keys: [key] })).body).toMatchObject({ restored: [key] });
  await uploadFile(member, key, [CONTENT]);
  expect(await listKeys(member, place.folder)).toEqual([key]);
});

test('an upload is not completed if its project was renamed while it started and its key became too long', async () => {
  const database = await openTestDatabase();
  const blobs = {
    startUpload: () => Promise.resolve('id'),
    requireSpace: () => Promise.resolve(),
    completeUpload: () => Promise.resolve({ size: 1 }),
    keepsParts: false,
  } as Partial<BlobStore> as BlobStore;
  try {
    const title = 'p';
    const { projectHash } = await createProject(database, { sponsorId: 'acme', title, description: '' });
    const uploads = new Uploads(database, blobs, { openPerSponsor: 1 });
    const key = longestKey('acme/p', 'late.tif');
    const uploadId = await uploads.start(key);
    const rename = (to: string) => updateProject(database, projectHash, { title: to, description: '' });
    const etag = md5('part');
    const complete = () =>
      uploads.complete({ key, uploadId }, [{ partNumber: 1, etag, checksum: etag }], multipartChecksum([etag]));
    await rename('p+');
    await expect(complete()).rejects.toMatchObject({ status: 409, code: 'KEY_TOO_LONG' });
    await rename(title);
    await expect(complete()).resolves.toBeUndefined();
  } finally {
    await database.close();
  }
});
