import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textLike, textWith } from '../support/matchers';
import { signIn, type Answer, type Session } from '../support/signIn';
import { START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';
import { BAD_TITLES, GOOD_TITLES } from '../support/titles';

interface Project {
  readonly sponsorId: string;
  readonly title: string;
  readonly projectHash: string;
  readonly description: string;
  readonly createdAt: string;
}

let backend: Backend;
let member: Session;
let admin: Session;
let stranger: Session;

beforeAll(async () => {
  backend = await startBackend();
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  stranger = await signIn(backend, 'member@globex.example');
}, START_TIMEOUT_MS);

afterAll(() => backend.stop());

function create(title: string, as: Session = member): Promise<Answer<Project>> {
  return as.call<Project>('POST', '/project', { title });
}

async function titles(as: Session = member): Promise<string[]> {
  const { body } = await as.call<{ projects: Project[] }>('GET', '/project');
  return body.projects.map(({ title }) => title);
}

/** Puts a file where the store keeps the objects of a project. */
async function storeFile(...path: string[]): Promise<string> {
  const file = join(backend.dataDir, 'objects', ...path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, 'tissue');
  return file;
}

describe('POST /project', () => {
  it('answers with the project, which the list holds from then on', async () => {
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
    });
    const { body: list } = await member.call<{ projects: Project[] }>('GET', '/project');
    expect(list.projects).toContainEqual(body);
  });

  it.each(GOOD_TITLES)('takes the title “%s” without spaces around it', async (title) => {
    expect(await create(title)).toMatchObject({ status: 200, body: { title: title.trim() } });
  });

  it.each(BAD_TITLES)('refuses a title %s, naming the field', async (_what, title) => {
    expect(await create(title)).toMatchObject({ status: 400, body: { msg: textWith('title') } });
  });

  it.each([
    ['has no title', {}],
    ['has a title that is no text', { title: 5 }],
  ])('refuses a body that %s, naming the field', async (_what, body) => {
    const answer = await member.call('POST', '/project', body);
    expect(answer).toMatchObject({ status: 400, body: { msg: textWith('title') } });
  });

  it('refuses a title that the sponsor has already, in any case, but not one that another sponsor has', async () => {
    await create('Kidney Ä');

    expect(await create('KIDNEY ä')).toMatchObject({ status: 409, body: { msg: textWith('already') } });
    expect((await create('Kidney Ä', stranger)).status).toBe(200);
  });
});

describe('PATCH /project/{projectHash}', () => {
  it('changes the description alone', async () => {
    const { body: project } = await create('Described');
    const { body } = await member.call<Project>('PATCH', `/project/${project.projectHash}`, { description: 'Now so' });

    expect(body).toEqual({ ...project, description: 'Now so' });
  });

  it('moves the files after a new title and keeps the hash', async () => {
    const { body: project } = await create('Old title');
    const before = await storeFile('acme', 'Old title', 'TC042', 'a.tif');
    const { body } = await member.call<Project>('PATCH', `/project/${project.projectHash}`, { title: 'New title' });

    expect(body).toEqual({ ...project, title: 'New title' });
    expect(existsSync(before)).toBe(false);
    const after = join(backend.dataDir, 'objects', 'acme', 'New title', 'TC042', 'a.tif');
    expect(await readFile(after, 'utf8')).toBe('tissue');
  });

  it('refuses a title under which files lie, and leaves project and files as they were', async () => {
    const { body: project } = await create('Stays');
    const own = await storeFile('acme', 'Stays', 'a.tif');
    const other = await storeFile('acme', 'Occupied', 'b.tif');
    const answer = await member.call('PATCH', `/project/${project.projectHash}`, { title: 'Occupied' });

    expect(answer).toMatchObject({ status: 409, body: { msg: textWith('Occupied') } });
    expect(await titles()).toContain('Stays');
    expect([existsSync(own), existsSync(other)]).toEqual([true, true]);
  });

  it('refuses the title of another project', async () => {
    await create('First');
    const { body: second } = await create('Second');
    const answer = await member.call('PATCH', `/project/${second.projectHash}`, { title: 'First' });

    expect(answer.status).toBe(409);
    expect(await titles()).toEqual(expect.arrayContaining(['First', 'Second']));
  });
});

describe('DELETE /project/{projectHash}', () => {
  it('hides the project, keeps its files and keeps its title taken', async () => {
    const { body: project } = await create('Hidden');
    const file = await storeFile('acme', 'Hidden', 'a.tif');

    expect(await member.call('DELETE', `/project/${project.projectHash}`, { permanentDelete: false })).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await titles()).not.toContain('Hidden');
    expect(existsSync(file)).toBe(true);
    expect(await create('Hidden')).toMatchObject({ status: 409, body: { msg: textWith('deleted') } });
  });

  it('takes a missing body for one that does not delete permanently', async () => {
    const { body: project } = await create('Without body');
    const file = await storeFile('acme', 'Without body', 'a.tif');

    expect((await admin.call('DELETE', `/project/${project.projectHash}`)).status).toBe(200);
    expect(existsSync(file)).toBe(true);
  });

  it('refuses to delete permanently for a member', async () => {
    const { body: project } = await create('Precious');
    const answer = await member.call('DELETE', `/project/${project.projectHash}`, { permanentDelete: true });

    expect(answer).toMatchObject({ status: 403, body: { msg: 'Only an administrator can delete permanently.' } });
    expect(await titles()).toContain('Precious');
  });

  it('removes project, datasets and files for an administrator; the title is free then', async () => {
    const { body: project } = await create('Gone');
    const dataset = await member.call('POST', '/dataset', { projectHash: project.projectHash, dataset: 'TC042' });
    const file = await storeFile('acme', 'Gone', 'TC042', 'a.tif');
    const answer = await admin.call('DELETE', `/project/${project.projectHash}`, { permanentDelete: true });

    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(existsSync(file)).toBe(false);
    expect((await member.call('GET', `/dataset/${String(dataset.body.datasetHash)}`)).status).toBe(404);
    expect((await create('Gone')).status).toBe(200);
  });

  it('refuses a permanentDelete that is no boolean', async () => {
    const { body: project } = await create('Strict');
    const answer = await admin.call('DELETE', `/project/${project.projectHash}`, { permanentDelete: 'false' });

    expect(answer).toMatchObject({ status: 400, body: { msg: textWith('permanentDelete') } });
  });
});

describe('a sponsor', () => {
  it('sees none of another sponsor’s projects', async () => {
    await create('Secret');
    expect(await titles(stranger)).not.toContain('Secret');
  });

  it('finds no project of another sponsor to change or delete', async () => {
    const { body: project } = await create('Not yours');
    const path = `/project/${project.projectHash}`;

    expect((await stranger.call('PATCH', path, { title: 'Mine' })).status).toBe(404);
    expect((await stranger.call('DELETE', path, { permanentDelete: false })).status).toBe(404);
    expect(await titles()).toContain('Not yours');
  });
});
