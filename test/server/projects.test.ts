import { textLike, textWith } from '../support/matchers';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Answer, type Session } from '../support/signIn';
import { isStored, listKeys, md5OfStored } from '../support/storedFiles';
import { BAD_TITLES, GOOD_TITLES } from '../support/titles';
import { md5, uploadFile } from '../support/uploadFile';

interface Project {
  readonly sponsorId: string;
  readonly title: string;
  readonly projectHash: string;
  readonly description: string;
  readonly createdAt: string;
}

const backend = sharedBackend();
let member: Session;
let admin: Session;
let stranger: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  stranger = await signIn(backend, 'member@globex.example');
});

function create(title: string, as: Session = member): Promise<Answer<Project>> {
  return as.call<Project>('POST', '/project', { title });
}

async function titles(as: Session = member): Promise<string[]> {
  const { body } = await as.call<{ projects: Project[] }>('GET', '/project');
  return body.projects.map(({ title }) => title);
}

/** Uploads a file whose content is its key, and returns the key. */
async function storeFile(...path: string[]): Promise<string> {
  const key = path.join('/');
  await uploadFile(member, key, [Buffer.from(key)]);
  return key;
}

describe('POST /project', () => {
  it('returns the project and adds it to the list', async () => {
    const { status, body } = await member.call<Project>('POST', '/project', {
      title: ' Brain ',
      description: 'Coronal',
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      sponsorId: 'acme',
      title: 'Brain',
      projectHash: textLike(/^[0-9a-f]{32}$/),
      description: 'Coronal',
      createdAt: textLike(/^\d{4}-\d\d-\d\dT.*Z$/),
      etag: textLike(/^[0-9a-f]{32}$/),
    });
    const { body: list } = await member.call<{ projects: Project[] }>('GET', '/project');
    expect(list.projects).toContainEqual(body);
  });

  it.each(GOOD_TITLES)('accepts the title “%s” and trims it', async (title) => {
    expect(await create(title)).toMatchObject({ status: 200, body: { title: title.trim() } });
  });

  it.each(BAD_TITLES)('rejects a title %s and names the field', async (_what, title) => {
    expect(await create(title)).toMatchObject({ status: 400, body: { msg: textWith('title') } });
  });

  it.each([
    ['has no title', {}],
    ['has a title that is not text', { title: 5 }],
  ])('rejects a body that %s and names the field', async (_what, body) => {
    const answer = await member.call('POST', '/project', body);
    expect(answer).toMatchObject({ status: 400, body: { msg: textWith('title') } });
  });

  it('rejects a title that the sponsor already has, ignoring case, but not one of another sponsor', async () => {
    await create('Kidney Ä');

    expect(await create('KIDNEY ä')).toMatchObject({ status: 409, body: { msg: textWith('already') } });
    expect((await create('Kidney Ä', stranger)).status).toBe(200);
  });
});

describe('PATCH /project/{projectHash}', () => {
  it('changes only the description', async () => {
    const { body: project } = await create('Described');
    const { body } = await member.call<Project>('PATCH', `/project/${project.projectHash}`, { description: 'Now so' });

    expect(body).toEqual({ ...project, description: 'Now so', etag: textLike(/^[0-9a-f]{32}$/) });
  });

  it('shows the files under the new title when the project is renamed, and keeps the hash', async () => {
    const { body: project } = await create('Old title');
    const before = await storeFile('acme', 'Old title', 'TC042', 'a.tif');
    const { body } = await member.call<Project>('PATCH', `/project/${project.projectHash}`, { title: 'New title' });

    expect(body).toEqual({ ...project, title: 'New title', etag: textLike(/^[0-9a-f]{32}$/) });
    expect(await listKeys(member, 'acme/Old title')).toEqual([]);
    expect(await listKeys(member, 'acme/New title')).toEqual(['acme/New title/TC042/a.tif']);
    expect(await md5OfStored(member, 'acme/New title/TC042/a.tif')).toBe(md5(before));
  });

  it('rejects the title of another project', async () => {
    await create('First');
    const { body: second } = await create('Second');
    const answer = await member.call('PATCH', `/project/${second.projectHash}`, { title: 'First' });

    expect(answer.status).toBe(409);
    expect(await titles()).toEqual(expect.arrayContaining(['First', 'Second']));
  });
});

describe('DELETE /project/{projectHash}', () => {
  it('hides the project and keeps its files and title', async () => {
    const { body: project } = await create('Hidden');
    const file = await storeFile('acme', 'Hidden', 'a.tif');

    expect(await member.call('DELETE', `/project/${project.projectHash}`, { permanentDelete: false })).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await titles()).not.toContain('Hidden');
    expect(await isStored(backend.dataDir, file)).toBe(true);
    expect(await create('Hidden')).toMatchObject({ status: 409, body: { msg: textWith('deleted') } });
  });

  it('does not delete permanently without a body', async () => {
    const { body: project } = await create('Without body');
    const file = await storeFile('acme', 'Without body', 'a.tif');

    expect((await admin.call('DELETE', `/project/${project.projectHash}`)).status).toBe(200);
    expect(await isStored(backend.dataDir, file)).toBe(true);
  });

  it('removes the project, datasets and files for an administrator, and frees the title', async () => {
    const { body: project } = await create('Gone');
    const dataset = await member.call('POST', '/dataset', { projectHash: project.projectHash, dataset: 'TC042' });
    const file = await storeFile('acme', 'Gone', 'TC042', 'a.tif');
    const answer = await admin.call('DELETE', `/project/${project.projectHash}`, { permanentDelete: true });

    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(await isStored(backend.dataDir, file)).toBe(false);
    expect((await member.call('GET', `/dataset/${String(dataset.body.datasetHash)}`)).status).toBe(404);
    expect((await create('Gone')).status).toBe(200);
  });

  it('rejects a permanentDelete that is not a boolean', async () => {
    const { body: project } = await create('Strict');
    const answer = await admin.call('DELETE', `/project/${project.projectHash}`, { permanentDelete: 'false' });

    expect(answer).toMatchObject({ status: 400, body: { msg: textWith('permanentDelete') } });
  });
});

it('a sponsor does not see another sponsor’s projects', async () => {
  await create('Secret');
  expect(await titles(stranger)).not.toContain('Secret');
});
