import { textLike, textWith } from '../support/matchers';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Answer, type Session } from '../support/signIn';
import { isStored, listKeys } from '../support/storedFiles';
import { BAD_TITLES, GOOD_TITLES } from '../support/titles';
import { uploadFile } from '../support/uploadFile';

const backend = sharedBackend();
let member: Session;
let admin: Session;
let stranger: Session;
let projectHash: string;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  stranger = await signIn(backend, 'member@globex.example');
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title: 'Datasets' });
  projectHash = body.projectHash;
});

const form = {
  description: 'Left hemisphere',
  sid: 'acme',
  pixelSize: 0.35,
  physicalSpacing: 50,
  tissueType: 'Brain',
  device: 'TC1000',
  physicalSections: 140,
  bitDepth: 16,
  channels: [
    { num: 1, name: 'Red' },
    { num: 2, name: 'Green' },
  ],
  attributes: { species: 'Mouse' },
};

interface Dataset {
  readonly datasetHash: string;
  readonly dataset: string;
}

function create(dataset: string, fields: Record<string, unknown> = {}): Promise<Answer<Dataset>> {
  return member.call<Dataset>('POST', '/dataset', { projectHash, dataset, ...fields });
}

async function names(): Promise<string[]> {
  const { body } = await member.call<{ datasets: Dataset[] }>('GET', `/dataset/${projectHash}`);
  return body.datasets.map(({ dataset }) => dataset);
}

/** Uploads a file whose content is its key, and returns the key. */
async function storeFile(...path: string[]): Promise<string> {
  const key = ['acme', ...path].join('/');
  await uploadFile(member, key, [Buffer.from(key)]);
  return key;
}

it('POST /dataset returns the whole form with the hashes and the creation time', async () => {
  const { status, body } = await create('TC001', form);

  expect(status).toBe(200);
  expect(body).toEqual({
    ...form,
    dataset: 'TC001',
    projectHash,
    datasetHash: textLike(/^[0-9a-f]{32}$/),
    createdAt: textLike(/Z$/),
    etag: textLike(/^[0-9a-f]{32}$/),
  });
});

it('POST /dataset omits empty numbers and defaults to a bit depth of 16', async () => {
  const { body } = await create('TC002');

  expect(body).toMatchObject({ dataset: 'TC002', sid: 'acme', bitDepth: 16, channels: [], attributes: {} });
  expect(body).not.toHaveProperty('pixelSize');
});

it.each([
  ['dataset', { dataset: 'a/b' }],
  ['pixelSize', { pixelSize: 0 }],
  ['pixelSize', { pixelSize: '0.35' }],
  ['physicalSections', { physicalSections: 1.5 }],
  ['bitDepth', { bitDepth: 0 }],
  ['channels.0.name', { channels: [{ num: 1 }] }],
  ['channels.0.num', { channels: [{ num: 100, name: 'Red' }] }],
  ['attributes.species', { attributes: { species: 5 } }],
])('POST /dataset rejects an invalid %s and names the field', async (field, fields) => {
  const answer = await create('TC-bad', fields);
  expect(answer).toMatchObject({ status: 400, body: { msg: textWith(`“${field}”`) } });
});

it('POST /dataset rejects the id of another sponsor', async () => {
  expect(await create('TC-sid', { sid: 'globex' })).toMatchObject({
    status: 403,
    body: { msg: textWith('sid') },
  });
});

it.each(GOOD_TITLES)('POST /dataset accepts the name “%s” and trims it', async (name) => {
  expect(await create(name)).toMatchObject({ status: 200, body: { dataset: name.trim() } });
});

it.each(BAD_TITLES)('POST /dataset rejects a name %s and names the field', async (_what, name) => {
  expect(await create(name)).toMatchObject({ status: 400, body: { msg: textWith('dataset') } });
});

it('POST /dataset rejects a name that the project already has, ignoring case', async () => {
  await create('TC003');
  expect((await create('tc003')).status).toBe(409);
});

it('POST /dataset rejects a name that reads the same as that of another dataset', async () => {
  await create('K\u00fche 1');
  for (const twin of ['Ku\u0308he 1', 'KÜHE 1', 'Kühe\u00a01', 'Kühe  1', 'Küh\u200be 1']) {
    expect(await create(twin)).toMatchObject({ status: 409, body: { code: 'EXISTS' } });
  }
  await create('İstanbul');
  expect((await create('istanbul')).status).toBe(409);
  expect((await create('Kuhe 1')).status).toBe(200);
});

it('POST /dataset removes spaces at the ends of a name, and makes no-break spaces plain', async () => {
  expect((await create('\u00a0TC\u00a0004 ')).body.dataset).toBe('TC 004');
});

it('POST /dataset rejects the name of a folder in another spelling', async () => {
  const key = await storeFile('Datasets', 'FOLDER1', 'a.tif');
  expect(await create('Folder1')).toMatchObject({ status: 409, body: { msg: textWith('“FOLDER1”') } });
  const { body: dataset } = await create('TC005');
  const renamed = await member.call('PATCH', `/dataset/${dataset.datasetHash}`, { dataset: 'folder1' });
  expect(renamed).toMatchObject({ status: 409, body: { msg: textWith('“FOLDER1”') } });
  expect((await create('FOLDER1')).status).toBe(200);
  expect(await listKeys(member, 'acme/Datasets/FOLDER1')).toEqual([key]);
});

it('POST /dataset rejects files beside a dataset in another spelling of its name', async () => {
  await create('TC006');
  const answer = await member.call('POST', '/upload/start', { key: 'acme/Datasets/tc006/a.tif' });
  expect(answer).toMatchObject({ status: 409, body: { msg: textWith('“TC006”') } });
  const from = await storeFile('Datasets', 'TC006', 'a.tif');
  const move = { moves: [{ from, to: 'acme/Datasets/tc006/a.tif' }] };
  const { body } = await member.call<{ refused: unknown[] }>('POST', '/manage/files/move', move);
  expect(body.refused).toEqual([{ from, msg: textWith('“TC006”') }]);
});

it('GET /dataset/{hash} returns a list for a project’s hash and one dataset for a dataset’s hash', async () => {
  const { body: dataset } = await create('TC010', form);

  expect(await names()).toContain('TC010');
  expect((await member.call('GET', `/dataset/${dataset.datasetHash}`)).body).toEqual(dataset);
});

it('GET /dataset/{hash} returns 404 for an unknown hash and for one of another sponsor', async () => {
  const { body: dataset } = await create('TC011');

  expect((await member.call('GET', '/dataset/unknown')).status).toBe(404);
  expect((await stranger.call('GET', `/dataset/${dataset.datasetHash}`)).status).toBe(404);
  expect((await stranger.call('GET', `/dataset/${projectHash}`)).status).toBe(404);
});

describe('PUT and PATCH /dataset/{datasetHash}', () => {
  it('PUT replaces the whole form and clears missing fields', async () => {
    const { body: dataset } = await create('TC020', form);
    const { body } = await member.call('PUT', `/dataset/${dataset.datasetHash}`, { dataset: 'TC020', pixelSize: 1 });

    expect(body).toMatchObject({ dataset: 'TC020', pixelSize: 1, tissueType: '', channels: [] });
    expect(body).not.toHaveProperty('physicalSpacing');
  });

  it.each(['PUT', 'PATCH'])('%s checks the form before it looks for the dataset', async (method) => {
    const path = `/dataset/${'0'.repeat(32)}`;
    expect((await member.call(method, path, { dataset: 'a/b' })).status).toBe(400);
    expect((await member.call(method, path, { dataset: 'a', sid: 'initech' })).status).toBe(403);
    expect((await member.call(method, path, { dataset: 'a' })).status).toBe(404);
  });

  it('PATCH keeps missing fields and clears numbers that are null', async () => {
    const { body: dataset } = await create('TC021', form);
    const path = `/dataset/${dataset.datasetHash}`;
    const { body } = await member.call('PATCH', path, { tissueType: 'Kidney', pixelSize: null });

    expect(body).toEqual({
      ...dataset,
      ...form,
      tissueType: 'Kidney',
      pixelSize: undefined,
      etag: textLike(/^[0-9a-f]{32}$/),
    });
    expect(body).not.toHaveProperty('pixelSize');
  });

  it('stores the prefixes of names that a user has confirmed until they are replaced', async () => {
    const { body: dataset } = await create('TC090', form);
    const path = `/dataset/${dataset.datasetHash}`;
    expect((await member.call('PATCH', path, { namePrefixes: ['M12', 'M13'] })).body).toMatchObject({
      namePrefixes: ['M12', 'M13'],
    });
    await member.call('PATCH', path, { tissueType: 'Kidney' });
    await member.call('PUT', path, { dataset: 'TC090' });
    expect((await member.call('GET', path)).body).toMatchObject({ namePrefixes: ['M12', 'M13'] });
    expect((await member.call('PATCH', path, { namePrefixes: [] })).body).not.toHaveProperty('namePrefixes');
    for (const namePrefixes of [[''], ['a/b'], ['a'.repeat(256)], Array.from({ length: 101 }, String)]) {
      expect((await member.call('PATCH', path, { namePrefixes })).status).toBe(400);
    }
  });

  it('shows the files under the new name when the dataset is renamed, and keeps the hash', async () => {
    const { body: dataset } = await create('TC022');
    await storeFile('Datasets', 'TC022', 'a.tif');
    const { body } = await member.call('PATCH', `/dataset/${dataset.datasetHash}`, { dataset: 'TC023' });

    expect(body).toMatchObject({ dataset: 'TC023', datasetHash: dataset.datasetHash });
    expect(await listKeys(member, 'acme/Datasets/TC022')).toEqual([]);
    expect(await listKeys(member, 'acme/Datasets/TC023')).toEqual(['acme/Datasets/TC023/a.tif']);
  });

  it('rejects the name of a folder that has files', async () => {
    const { body: dataset } = await create('TC025');
    await storeFile('Datasets', 'TC026', 'a.tif');
    const answer = await member.call('PATCH', `/dataset/${dataset.datasetHash}`, { dataset: 'TC026' });

    expect(answer).toMatchObject({ status: 409, body: { msg: textWith('TC026'), code: 'EXISTS' } });
  });

  it('gives the files of a folder to the dataset that is created with its name', async () => {
    await storeFile('Datasets', 'TC027', 'deep', 'a.tif');
    const { body: dataset } = await create('TC027');
    await member.call('PATCH', `/dataset/${dataset.datasetHash}`, { dataset: 'TC028' });

    expect(await listKeys(member, 'acme/Datasets/TC027')).toEqual([]);
    expect(await listKeys(member, 'acme/Datasets/TC028')).toEqual(['acme/Datasets/TC028/deep/a.tif']);
  });
});

it('DELETE /dataset/{datasetHash} hides the dataset and keeps its files', async () => {
  const { body: dataset } = await create('TC030');
  const file = await storeFile('Datasets', 'TC030', 'a.tif');
  const path = `/dataset/${dataset.datasetHash}`;

  expect(await member.call('DELETE', path, { permanentDelete: false })).toMatchObject({ status: 200, body: {} });
  expect(await names()).not.toContain('TC030');
  expect((await member.call('GET', path)).status).toBe(404);
  expect(await isStored(backend.dataDir, file)).toBe(true);
});

it('DELETE /dataset/{datasetHash} deletes permanently only for administrators', async () => {
  const { body: dataset } = await create('TC031');
  const file = await storeFile('Datasets', 'TC031', 'a.tif');
  const path = `/dataset/${dataset.datasetHash}`;

  expect(await member.call('DELETE', path, { permanentDelete: true })).toMatchObject({
    status: 403,
    body: { msg: 'Only an administrator can delete permanently.' },
  });
  expect(await isStored(backend.dataDir, file)).toBe(true);
  expect((await admin.call('DELETE', path, { permanentDelete: true })).status).toBe(200);
  expect(await isStored(backend.dataDir, file)).toBe(false);
  expect((await create('TC031')).status).toBe(200);
});
