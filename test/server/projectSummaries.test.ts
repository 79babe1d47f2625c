import { drawnTiff } from '../support/drawnTiff';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { storeFiles } from '../support/storedFiles';

const backend = sharedBackend();
const IMAGE = drawnTiff(2_000, 1);

let member: Session;
let made = 0;

interface Project {
  readonly title: string;
  readonly projectHash: string;
}

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
});

async function makeProject(): Promise<Project> {
  return member.make<Project>('/project', { title: `Summary ${String((made += 1))}` });
}

async function makeDataset({ projectHash }: Project, dataset: string, physicalSections?: number): Promise<string> {
  const channels = [{ num: 1, name: 'Channel 1' }];
  const form = { projectHash, dataset, channels, ...(physicalSections !== undefined && { physicalSections }) };
  return (await member.make<{ datasetHash: string }>('/dataset', form)).datasetHash;
}

async function store({ title }: Project, name: string, bytes: Buffer = IMAGE): Promise<void> {
  await storeFiles(member, [[`acme/${title}/${name}`, bytes]]);
}

async function summaryOf({ projectHash }: Project): Promise<unknown> {
  const { body } = await member.call<{ summaries: Record<string, unknown> }>('GET', '/project/summary');
  return body.summaries[projectHash];
}

describe('GET /project/summary', () => {
  it('counts datasets, complete datasets, files and bytes, and names an image of each dataset', async () => {
    const project = await makeProject();
    await makeDataset(project, 'A', 2);
    await makeDataset(project, 'B', 300);
    await makeDataset(project, 'C');
    await store(project, 'A/A_S000001_L01_ch01.tif');
    await store(project, 'A/A_S000002_L01_ch01.tif');
    await store(project, 'B/B_S000001_L01_ch01.tif');
    await store(project, 'notes.txt', Buffer.from('12345'));
    const path = `acme/${project.title}`;
    expect(await summaryOf(project)).toEqual({
      datasets: 3,
      complete: 1,
      files: 4,
      size: 3 * IMAGE.length + 5,
      samples: [
        { key: `${path}/A/A_S000002_L01_ch01.tif`, size: IMAGE.length, lastModified: expect.any(String) as string },
        { key: `${path}/B/B_S000001_L01_ch01.tif`, size: IMAGE.length, lastModified: expect.any(String) as string },
      ],
    });
  });

  it('does not count a dataset with an unreadable image as complete, and chooses a readable sample', async () => {
    const project = await makeProject();
    await makeDataset(project, 'A', 2);
    await store(project, 'A/A_S000001_L01_ch01.tif');
    await store(project, 'A/A_S000002_L01_ch01.tif', Buffer.from('no image'));
    expect(await summaryOf(project)).toMatchObject({
      complete: 0,
      samples: [{ key: `acme/${project.title}/A/A_S000001_L01_ch01.tif` }],
    });
  });

  it('a summary does not count another dataset’s image, unless the dataset had that name before or a user has confirmed it', async () => {
    const project = await makeProject();
    const hash = await makeDataset(project, 'A', 3);
    for (const name of ['A_S000001', 'A_S000002', 'B_S000003']) await store(project, `A/${name}_L01_ch01.tif`);
    expect(await summaryOf(project)).toMatchObject({ files: 3, complete: 0 });
    await member.call('PATCH', `/dataset/${hash}`, { namePrefixes: ['B'] });
    expect(await summaryOf(project)).toMatchObject({ complete: 1 });
    await member.call('PATCH', `/dataset/${hash}`, { dataset: 'B', namePrefixes: [] });
    expect(await summaryOf(project)).toMatchObject({ complete: 1 });
    await member.call('PATCH', `/dataset/${hash}`, { dataset: 'C' });
    expect(await summaryOf(project)).toMatchObject({ complete: 1 });
  });

  it('notices new files, changed metadata and deleted datasets', async () => {
    const project = await makeProject();
    const hash = await makeDataset(project, 'A', 2);
    await store(project, 'A/A_S000001_L01_ch01.tif');
    expect(await summaryOf(project)).toMatchObject({ files: 1, complete: 0 });
    expect(await summaryOf(project)).toMatchObject({ files: 1, complete: 0 });
    await member.call('PATCH', `/dataset/${hash}`, { physicalSections: 1 });
    expect(await summaryOf(project)).toMatchObject({ files: 1, complete: 1 });
    await store(project, 'A/A_S000002_L01_ch01.tif');
    expect(await summaryOf(project)).toMatchObject({ files: 2 });
    await member.call('DELETE', `/dataset/${hash}`, { permanentDelete: false });
    expect(await summaryOf(project)).toEqual({ datasets: 0, complete: 0, files: 0, size: 0, samples: [] });
  });

  it('omits deleted projects and those of other sponsors', async () => {
    const project = await makeProject();
    await member.call('DELETE', `/project/${project.projectHash}`, { permanentDelete: false });
    expect(await summaryOf(project)).toBeUndefined();
    const stranger = await signIn(backend, 'member@globex.example');
    const other = await makeProject();
    const { body } = await stranger.call<{ summaries: object }>('GET', '/project/summary');
    expect(body.summaries).not.toHaveProperty(other.projectHash);
  });
});
