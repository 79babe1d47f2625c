import fc from 'fast-check';
import { signIn, type Answer, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { listKeys, storeFiles } from '../support/storedFiles';

interface Project {
  readonly title: string;
  readonly projectHash: string;
}
interface Dataset {
  readonly dataset: string;
  readonly datasetHash: string;
}

let backend: Backend;
let member: Session;
let admin: Session;

beforeAll(async () => {
  backend = await startBackend();
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
});
afterAll(() => backend.stop());

/** A project with a dataset, and a file in each. Their names start with a unique word. */
class Pair {
  private static count = 0;

  private constructor(
    readonly word: string,
    readonly projectHash: string,
    readonly datasetHash: string,
  ) {}

  static async make(): Promise<Pair> {
    Pair.count += 1;
    const word = `pair${String(Pair.count)}`;
    const { body: project } = await member.call<Project>('POST', '/project', { title: word });
    const { projectHash } = project;
    const { body: dataset } = await member.call<Dataset>('POST', '/dataset', { projectHash, dataset: word });
    await storeFiles(member, [
      [`acme/${word}/of project.tif`, Buffer.of(1)],
      [`acme/${word}/${word}/of dataset.tif`, Buffer.of(2)],
    ]);
    return new Pair(word, projectHash, dataset.datasetHash);
  }

  renameProject(ending: string): Promise<Answer<Project>> {
    return member.call('PATCH', `/project/${this.projectHash}`, { title: `${this.word} ${ending}` });
  }

  renameDataset(ending: string): Promise<Answer<Dataset>> {
    return member.call('PATCH', `/dataset/${this.datasetHash}`, { dataset: `${this.word} ${ending}` });
  }

  replaceDataset(ending: string): Promise<Answer<Dataset>> {
    return member.call('PUT', `/dataset/${this.datasetHash}`, { dataset: `${this.word} ${ending}` });
  }

  removeProject(): Promise<Answer<unknown>> {
    return admin.call('DELETE', `/project/${this.projectHash}`, { permanentDelete: true });
  }

  removeDataset(): Promise<Answer<unknown>> {
    return admin.call('DELETE', `/dataset/${this.datasetHash}`, { permanentDelete: true });
  }

  /** Returns the file paths according to the database. */
  async expected(): Promise<string[]> {
    const { body } = await member.call<{ projects: Project[] }>('GET', '/project');
    const title = body.projects.find(({ projectHash }) => projectHash === this.projectHash)?.title;
    if (title === undefined) return [];
    const { status, body: dataset } = await member.call<Dataset>('GET', `/dataset/${this.datasetHash}`);
    const files = [`${title}/of project.tif`];
    return status === 404 ? files : [...files, `${title}/${dataset.dataset}/of dataset.tif`].sort();
  }

  /** Returns the listed file paths. */
  async stored(): Promise<string[]> {
    const keys = await listKeys(member, 'acme');
    return keys
      .map((key) => key.slice('acme/'.length))
      .filter((path) => new RegExp(`^${this.word}\\b`).test(path))
      .sort();
  }
}

type Call = (pair: Pair) => Promise<Answer<unknown>>;
const CALLS = {
  'project to A': (pair) => pair.renameProject('A'),
  'project to B': (pair) => pair.renameProject('B'),
  'dataset to A': (pair) => pair.renameDataset('A'),
  'dataset to B': (pair) => pair.renameDataset('B'),
  'dataset replaced by C': (pair) => pair.replaceDataset('C'),
  'remove dataset': (pair) => pair.removeDataset(),
  'remove project': (pair) => pair.removeProject(),
} as const satisfies Record<string, Call>;
type CallName = keyof typeof CALLS;
const CALL_NAMES = Object.keys(CALLS) as CallName[];

/** Makes concurrent calls and checks that none of them fails unexpectedly. */
async function callConcurrently(pair: Pair, names: readonly CallName[]): Promise<void> {
  const answers = await Promise.all(names.map((name) => CALLS[name](pair)));
  for (const { status } of answers) expect([200, 404]).toContain(status);
}

describe('files and rows agree', () => {
  test.each<[CallName[]]>([
    [['project to A', 'project to B']],
    [['dataset to A', 'dataset to B', 'dataset replaced by C']],
    [['project to A', 'dataset to A']],
    [['dataset to A', 'project to A']],
    [['project to A', 'remove dataset']],
    [['dataset to A', 'remove project']],
    [['project to A', 'remove project']],
    [['remove project', 'project to A', 'dataset to A']],
  ])('keeps files and rows in agreement after %j run concurrently', async (names) => {
    const pair = await Pair.make();
    await callConcurrently(pair, names);
    expect(await pair.stored()).toEqual(await pair.expected());
  });

  test('keeps files and rows in agreement after any of these calls run concurrently in any order', async () => {
    const someCalls = fc.shuffledSubarray(CALL_NAMES, { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(someCalls, async (names) => {
        const pair = await Pair.make();
        await callConcurrently(pair, names);
        expect(await pair.stored()).toEqual(await pair.expected());
      }),
      { numRuns: 25 },
    );
  });
});

test('only one of two concurrent renames to the same title succeeds', async () => {
  const [one, other] = [await Pair.make(), await Pair.make()];
  const title = `${one.word} wanted`;
  const answers = await Promise.all(
    [one, other].map(({ projectHash }) => member.call('PATCH', `/project/${projectHash}`, { title })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
