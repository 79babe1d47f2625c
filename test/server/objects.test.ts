import fc from 'fast-check';
import { signIn, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { listKeys, md5OfStored, storeAtOnce, storeFiles } from '../support/storedFiles';
import { completion, md5, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

let backend: Backend;
let acme: Session;

beforeAll(async () => {
  backend = await startBackend();
  acme = await signIn(backend, 'member@acme.example');
});
afterAll(() => backend.stop());

/** Creates a project with datasets and returns its hash and theirs. */
async function createProject(title: string, ...names: string[]): Promise<{ hash: string; datasets: string[] }> {
  const { projectHash } = await acme.make<{ projectHash: string }>('/project', { title });
  const datasets: string[] = [];
  for (const dataset of names) {
    datasets.push((await acme.make<{ datasetHash: string }>('/dataset', { projectHash, dataset })).datasetHash);
  }
  return { hash: projectHash, datasets };
}

const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

test('a listing is sorted by key, with a dot before a slash, across datasets and other folders', async () => {
  await createProject('sorted', 'a', 'B');
  const names = ['a.tif', 'a/z', 'a-1/x', 'a0', 'B/1', 'ä', 'a/b/c', '😀', '\uffee'];
  await storeFiles(
    acme,
    names.map((name) => [`acme/sorted/${name}`, Buffer.of(1)]),
  );
  const sorted = names.map((name) => `acme/sorted/${name}`).sort(byCodePoint);
  expect(await listKeys(acme, 'acme/sorted')).toEqual(sorted);
  expect(await listKeys(acme, 'acme/sorted/a')).toEqual(['acme/sorted/a/b/c', 'acme/sorted/a/z']);
  expect(await listKeys(acme, 'acme/sorted/a/b')).toEqual(['acme/sorted/a/b/c']);
  expect(await listKeys(acme, 'acme/sorted/a-1')).toEqual(['acme/sorted/a-1/x']);
  expect(await listKeys(acme, 'acme/sorted/a.tif')).toEqual([]);
});

test('a listing contains every key of several pages, projects and datasets once and in order', async () => {
  await createProject('paged', 'm', 'z');
  await createProject('paged-2');
  const folders = ['paged/', 'paged/m/', 'paged/m/deep/', 'paged/n/', 'paged/z/', 'paged-2/'];
  const keys = Array.from({ length: 2_500 }, (_, index) => `acme/${folders[index % 6] ?? ''}${String(index)}.tif`);
  await storeAtOnce(
    backend,
    keys.map((key) => [key, '']),
  );
  const listed = await listKeys(acme, 'acme');
  expect(listed.filter((key) => key.startsWith('acme/paged'))).toEqual(keys.sort(byCodePoint));
  expect(listed).toEqual([...new Set(listed)].sort(byCodePoint));
  expect(await listKeys(acme, 'acme/paged/m')).toHaveLength(834);
});

test('a listing contains the files and no other after any sequence of uploads', async () => {
  await createProject('any', 'a', 'ü');
  const name = fc.constantFrom('a', 'a.', 'a-', 'a0', 'b', 'ü', '文');
  const keys = fc.uniqueArray(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/')),
    { maxLength: 12 },
  );
  const kept = new Set<string>();
  await fc.assert(
    fc.asyncProperty(keys, async (paths) => {
      for (const path of paths) {
        const key = `acme/any/${path}`;
        await uploadFile(acme, key, [Buffer.from(key)]).then(
          () => kept.add(key),
          (error: unknown) => expect(String(error)).toContain('already exists'),
        );
      }
      expect(await listKeys(acme, 'acme/any')).toEqual([...kept].sort(byCodePoint));
    }),
    { numRuns: 8 },
  );
  // No file has the name of a folder.
  for (const key of kept) expect([...kept].filter((other) => other.startsWith(`${key}/`))).toEqual([]);
});

describe('a rename', () => {
  test('a rename of a project and its dataset lets uploads in progress finish under the new names', async () => {
    const { hash, datasets } = await createProject('before', 'TC1');
    const uploads = new Map<string, string>();
    for (const path of ['loose.tif', 'folder/b.tif', 'TC1/c.tif', 'TC1/deep/d.tif']) {
      const key = `acme/before/${path}`;
      uploads.set(key, await startUpload(acme, key));
    }
    await acme.call('PATCH', `/project/${hash}`, { title: 'after' });
    await acme.call('PATCH', `/dataset/${datasets[0] ?? ''}`, { dataset: 'TC2' });
    for (const [key, uploadId] of uploads) {
      const part = Buffer.from(key);
      await putPart(await urlOfPart(acme, key, uploadId, 1), part);
      const answer = await acme.call('POST', '/upload/complete', completion(key, uploadId, [part]));
      expect(answer).toMatchObject({ status: 200 });
    }
    const after = ['TC2/c.tif', 'TC2/deep/d.tif', 'folder/b.tif', 'loose.tif'].map((path) => `acme/after/${path}`);
    expect(await listKeys(acme, 'acme/after')).toEqual(after);
    expect(await listKeys(acme, 'acme/before')).toEqual([]);
    expect(await md5OfStored(acme, 'acme/after/TC2/c.tif')).toBe(md5('acme/before/TC1/c.tif'));
  });

  test('does not give the files of a former title to a new project with that title', async () => {
    const { hash } = await createProject('reused');
    await storeFiles(acme, [['acme/reused/a.tif', Buffer.from('old')]]);
    await acme.call('PATCH', `/project/${hash}`, { title: 'not reused' });
    await createProject('reused');
    expect(await listKeys(acme, 'acme/reused')).toEqual([]);
    await storeFiles(acme, [['acme/reused/a.tif', Buffer.from('new')]]);
    expect(await md5OfStored(acme, 'acme/reused/a.tif')).toBe(md5('new'));
    expect(await md5OfStored(acme, 'acme/not reused/a.tif')).toBe(md5('old'));
  });
});
