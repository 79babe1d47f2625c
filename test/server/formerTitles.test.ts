import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { START_TIMEOUT_MS } from '../support/startBackend';

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
}, START_TIMEOUT_MS);

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
  it('are listed, latest first', async () => {
    const { projectHash } = await createProject('former 1');
    expect(await formerTitlesOf(projectHash)).toBeUndefined();
    await rename(projectHash, 'former 1b');
    await rename(projectHash, 'former 1c');
    expect(await formerTitlesOf(projectHash)).toEqual(['former 1b', 'former 1']);
  });

  it('exclude a title that the project has again', async () => {
    const { projectHash } = await createProject('former 2');
    await rename(projectHash, 'former 2b');
    await rename(projectHash, 'former 2');
    expect(await formerTitlesOf(projectHash)).toEqual(['former 2b']);
  });

  it('belong to the latest project that had the title', async () => {
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
