import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textLike, textWith } from '../support/matchers';
import { signIn, type Answer, type Session } from '../support/signIn';
import { START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';
import { BAD_TITLES, GOOD_TITLES } from '../support/titles';

let backend: Backend;
let member: Session;
let admin: Session;
let stranger: Session;
let projectHash: string;

beforeAll(async () => {
  backend = await startBackend();
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  stranger = await signIn(backend, 'member@globex.example');
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title: 'Brain' });
  projectHash = body.projectHash;
}, START_TIMEOUT_MS);

afterAll(() => backend.stop());

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

async function storeFile(...path: string[]): Promise<string> {
  const file = join(backend.dataDir, 'objects', 'acme', ...path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, 'tissue');
  return file;
}

describe('POST /dataset', () => {
  it('answers with the whole form, the hashes and the time', async () => {
    const { status, body } = await create('TC001', form);

    expect(status).toBe(200);
    expect(body).toEqual({
      ...form,
      dataset: 'TC001',
      projectHash,
      datasetHash: textLike(/^[0-9a-f]{32}$/),
      createdAt: textLike(/Z$/),
    });
  });

  it('leaves out the numbers that nobody filled in; the bit depth is 16 then', async () => {
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
  ])('refuses a bad %s, naming it', async (field, fields) => {
    const answer = await create('TC-bad', fields);
    expect(answer).toMatchObject({ status: 400, body: { msg: textWith(`“${field}”`) } });
  });

  it('refuses the id of another sponsor', async () => {
    expect(await create('TC-sid', { sid: 'globex' })).toMatchObject({
      status: 403,
      body: { msg: textWith('sid') },
    });
  });

  it.each(GOOD_TITLES)('takes the name “%s” without spaces around it', async (name) => {
    expect(await create(name)).toMatchObject({ status: 200, body: { dataset: name.trim() } });
  });

  it.each(BAD_TITLES)('refuses a name %s, naming the field', async (_what, name) => {
    expect(await create(name)).toMatchObject({ status: 400, body: { msg: textWith('dataset') } });
  });

  it('refuses a name that the project has already, in any case', async () => {
    await create('TC003');
    expect((await create('tc003')).status).toBe(409);
  });

  it('finds no project of another sponsor', async () => {
    expect((await stranger.call('POST', '/dataset', { projectHash, dataset: 'TC-x' })).status).toBe(404);
  });
});

describe('GET /dataset/{hash}', () => {
  it('answers with a list for a project’s hash and with one dataset for a dataset’s', async () => {
    const { body: dataset } = await create('TC010', form);

    expect(await names()).toContain('TC010');
    expect((await member.call('GET', `/dataset/${dataset.datasetHash}`)).body).toEqual(dataset);
  });

  it('answers 404 for a hash that is unknown or another sponsor’s', async () => {
    const { body: dataset } = await create('TC011');

    expect((await member.call('GET', '/dataset/unknown')).status).toBe(404);
    expect((await stranger.call('GET', `/dataset/${dataset.datasetHash}`)).status).toBe(404);
    expect((await stranger.call('GET', `/dataset/${projectHash}`)).status).toBe(404);
  });
});

describe('PUT and PATCH /dataset/{datasetHash}', () => {
  it('replaces the whole form with PUT: what is left out is empty', async () => {
    const { body: dataset } = await create('TC020', form);
    const { body } = await member.call('PUT', `/dataset/${dataset.datasetHash}`, { dataset: 'TC020', pixelSize: 1 });

    expect(body).toMatchObject({ dataset: 'TC020', pixelSize: 1, tissueType: '', channels: [] });
    expect(body).not.toHaveProperty('physicalSpacing');
  });

  it('changes some fields with PATCH: what is left out stays, null empties a number', async () => {
    const { body: dataset } = await create('TC021', form);
    const path = `/dataset/${dataset.datasetHash}`;
    const { body } = await member.call('PATCH', path, { tissueType: 'Kidney', pixelSize: null });

    expect(body).toEqual({ ...dataset, ...form, tissueType: 'Kidney', pixelSize: undefined });
    expect(body).not.toHaveProperty('pixelSize');
  });

  it('moves the files after a new name and keeps the hash', async () => {
    const { body: dataset } = await create('TC022');
    const before = await storeFile('Brain', 'TC022', 'a.tif');
    const { body } = await member.call('PATCH', `/dataset/${dataset.datasetHash}`, { dataset: 'TC023' });

    expect(body).toMatchObject({ dataset: 'TC023', datasetHash: dataset.datasetHash });
    expect(existsSync(before)).toBe(false);
    expect(existsSync(join(backend.dataDir, 'objects', 'acme', 'Brain', 'TC023', 'a.tif'))).toBe(true);
  });

  it('finds no dataset of another sponsor', async () => {
    const { body: dataset } = await create('TC024');
    const path = `/dataset/${dataset.datasetHash}`;

    expect((await stranger.call('PATCH', path, { description: 'mine' })).status).toBe(404);
    expect((await stranger.call('PUT', path, { dataset: 'mine' })).status).toBe(404);
  });
});

describe('DELETE /dataset/{datasetHash}', () => {
  it('hides the dataset and keeps its files', async () => {
    const { body: dataset } = await create('TC030');
    const file = await storeFile('Brain', 'TC030', 'a.tif');
    const path = `/dataset/${dataset.datasetHash}`;

    expect(await member.call('DELETE', path, { permanentDelete: false })).toMatchObject({ status: 200, body: {} });
    expect(await names()).not.toContain('TC030');
    expect((await member.call('GET', path)).status).toBe(404);
    expect(existsSync(file)).toBe(true);
  });

  it('deletes permanently for administrators alone', async () => {
    const { body: dataset } = await create('TC031');
    const file = await storeFile('Brain', 'TC031', 'a.tif');
    const path = `/dataset/${dataset.datasetHash}`;

    expect(await member.call('DELETE', path, { permanentDelete: true })).toMatchObject({
      status: 403,
      body: { msg: 'Only an administrator can delete permanently.' },
    });
    expect(existsSync(file)).toBe(true);
    expect((await admin.call('DELETE', path, { permanentDelete: true })).status).toBe(200);
    expect(existsSync(file)).toBe(false);
    expect((await create('TC031')).status).toBe(200);
  });
});
