import { listFormerTitles, rememberTitle } from '../../server/src/database/projects/formerTitles';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { openTestDatabase } from '../support/testDatabase';

const backend = sharedBackend();
let member: Session;

interface Project {
  readonly title: string;
  readonly projectHash: string;
  readonly formerTitles?: readonly string[];
}

interface Dataset {
  readonly dataset: string;
  readonly datasetHash: string;
  readonly formerTitles?: readonly string[];
}

beforeAll(async () => {
  member = await signIn(backend, 'member@globex.example');
});

async function formerTitlesOf(hash: string): Promise<readonly string[] | undefined> {
  const { body } = await member.call<{ projects: readonly Project[] }>('GET', '/project');
  return body.projects.find(({ projectHash }) => projectHash === hash)?.formerTitles;
}

function createProject(title: string): Promise<Project> {
  return member.make<Project>('/project', { title });
}

async function rename(hash: string, title: string): Promise<void> {
  expect((await member.call('PATCH', `/project/${hash}`, { title })).status).toBe(200);
}

describe('the former titles of a project', () => {
  it('lists the former titles of a project, latest first', async () => {
    const { projectHash } = await createProject('former 1');
    expect(await formerTitlesOf(projectHash)).toBeUndefined();
    await rename(projectHash, 'former 1b');
    await rename(projectHash, 'former 1c');
    expect(await formerTitlesOf(projectHash)).toEqual(['former 1b', 'former 1']);
  });

  it('excludes a title that the project has again', async () => {
    const { projectHash } = await createProject('former 2');
    await rename(projectHash, 'former 2b');
    await rename(projectHash, 'former 2');
    expect(await formerTitlesOf(projectHash)).toEqual(['former 2b']);
  });

  it('counts a former title for the latest project that had it', async () => {
    const first = await createProject('former 3');
    await rename(first.projectHash, 'former 3b');
    const second = await createProject('former 3');
    await rename(second.projectHash, 'former 3c');
    expect(await formerTitlesOf(first.projectHash)).toBeUndefined();
    expect(await formerTitlesOf(second.projectHash)).toEqual(['former 3']);
  });
});

it('the former titles of a dataset are listed', async () => {
  const { projectHash } = await createProject('former 4');
  const { datasetHash } = await member.make<Dataset>('/dataset', { projectHash, dataset: 'TC1' });
  await member.call('PATCH', `/dataset/${datasetHash}`, { dataset: 'TC2' });
  const { body } = await member.call<{ datasets: readonly Dataset[] }>('GET', `/dataset/${projectHash}`);
  expect(body.datasets.map(({ dataset, formerTitles }) => [dataset, formerTitles])).toEqual([['TC2', ['TC1']]]);
});

it('an upload to a former title of a dataset is refused, until a dataset has that title again', async () => {
  const { projectHash } = await createProject('former 7');
  const { datasetHash } = await member.make<Dataset>('/dataset', { projectHash, dataset: 'TC1' });
  await member.call('PATCH', `/dataset/${datasetHash}`, { dataset: 'TC2' });
  const start = () => member.call('POST', '/upload/start', { key: 'globex/former 7/TC1/a.tif' });
  expect(await start()).toMatchObject({
    status: 404,
    body: { code: 'NO_SUCH_DATASET', msg: 'The dataset “TC1” of the project “former 7” was renamed to “TC2”.' },
  });
  await member.make('/dataset', { projectHash, dataset: 'TC1' });
  expect((await start()).status).toBe(200);
});

describe('the former titles that are kept', () => {
  it('keeps the latest ten former titles of a project', async () => {
    const { projectHash } = await createProject('former 5.0');
    for (let count = 1; count <= 12; count += 1) await rename(projectHash, `former 5.${String(count)}`);
    const latest = Array.from({ length: 10 }, (_, index) => `former 5.${String(11 - index)}`);
    expect(await formerTitlesOf(projectHash)).toEqual(latest);
  });

  it('keeps the latest thousand former titles of a sponsor', async () => {
    const database = await openTestDatabase();
    const owner = (project: number): string => `p${String(project)}`;
    await database.query(
      `insert into projects (hash, sponsor_id, title, description, folded)
       select 'p' || n, 'many', 'project ' || n, '', 'project ' || n from generate_series(0, 199) n`,
    );
    await database.query(
      `insert into former_titles (scope, title, project_hash, replaced_at)
       select 'many', 'title ' || n, 'p' || n % 200, now() - n * interval '1 second' from generate_series(0, 19999) n`,
    );
    await rememberTitle(database, { scope: 'many', title: 'newest' }, { projectHash: owner(0) });
    const kept = await listFormerTitles(database, 'many');
    expect([...kept.values()].flat()).toHaveLength(1_000);
    expect(kept.get(owner(0))?.slice(0, 2)).toEqual(['newest', 'title 0']);
    expect(kept.get(owner(199))).toEqual(['title 199', 'title 399', 'title 599', 'title 799']);
    await database.close();
  });
});
