import { findItems, parsePosition, type FoundItem } from '../../server/src/database/projects/search';
import type { Database } from '../../server/src/database/sql';
import { createDataMaker } from '../support/makeData';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { storeFiles } from '../support/storedFiles';
import { openTestDatabase } from '../support/testDatabase';

describe('GET /search', () => {
  const backend = sharedBackend();
  let member: Session;

  beforeAll(async () => {
    member = await signIn(backend, 'member@acme.example');
  });

  const search = (q: string, by = member) =>
    by.call<{ results: FoundItem[] }>('GET', `/search?${new URLSearchParams({ q })}`);
  const keysOf = async (q: string, by = member) => (await search(q, by)).body.results.map(({ key }) => key);
  const store = (...keys: string[]) =>
    storeFiles(
      member,
      keys.map((key) => [key, Buffer.of(1)]),
    );

  /** Makes a project and a dataset whose names begin with a word. */
  async function makePair(word: string) {
    const project = await member.make<{ projectHash: string }>('/project', { title: `${word} atlas` });
    const form = { projectHash: project.projectHash, dataset: `${word} 1` };
    return {
      ...project,
      ...(await member.make<{ datasetHash: string }>('/dataset', form)),
      path: `acme/${word} atlas`,
    };
  }

  test('a search finds projects, datasets and files with their places, in this order', async () => {
    const { projectHash, datasetHash, path } = await makePair('Xylem');
    await store(`${path}/Xylem 1/fix/xylem_S000042_L02_ch02.tif`, `${path}/xylem.txt`);
    expect((await search('xylem')).body).toEqual({
      results: [
        { kind: 'project', key: path, title: 'Xylem atlas', projectHash },
        { kind: 'dataset', key: `${path}/Xylem 1`, title: 'Xylem 1', projectHash, datasetHash },
        { kind: 'file', key: `${path}/Xylem 1/fix/xylem_S000042_L02_ch02.tif`, projectHash, datasetHash },
        { kind: 'file', key: `${path}/xylem.txt`, projectHash },
      ],
    });
    expect(await keysOf('ch02 XYLEM s000042')).toEqual([`${path}/Xylem 1/fix/xylem_S000042_L02_ch02.tif`]);
    expect(await search('xylem', await signIn(backend, 'member@globex.example'))).toMatchObject({
      body: { results: [] },
    });
  });

  test('a search ignores case and Unicode form, and takes wildcards and quotes literally', async () => {
    const { path } = await makePair('Forms');
    const names = ['Straße ﬁne.tif', 'K\u00fche 5\u00b5m.tif', '100%_a.tif', '100x_a.tif'];
    await store(...names.map((name) => `${path}/${name}`));
    const found = async (q: string) =>
      (await keysOf(q)).filter((key) => key.startsWith(path)).map((key) => key.slice(path.length + 1));
    expect(await found('STRASSE FINE')).toEqual([names[0]]);
    expect(await found('KU\u0308HE 5\u03bcM')).toEqual([names[1]]);
    expect(await found('00%')).toEqual([names[2]]);
    expect(await found('0%_')).toEqual([names[2]]);
    expect(await found('1__%')).toEqual([]);
    expect(await found(String.raw`o'b\n`)).toEqual([]);
    expect(await found('00x')).toEqual([names[3]]);
  });

  test('a search finds files by their latest names, and nothing that was deleted until it is restored', async () => {
    const { projectHash, datasetHash, path } = await makePair('Cambium');
    const [from, to] = [`${path}/Cambium 1/phloem old.tif`, `${path}/Cambium 1/raw/phloem new.tif`];
    await store(from);
    expect(await keysOf('phloem')).toEqual([from]);
    await member.call('POST', '/manage/files/move', { moves: [{ from, to }] });
    expect(await keysOf('phloem old')).toEqual([]);
    expect(await keysOf('phloem')).toEqual([to]);
    await member.call('DELETE', '/manage/files', { keys: [to] });
    expect(await keysOf('phloem')).toEqual([]);
    await member.call('POST', '/manage/files/restore', { keys: [to] });
    expect(await keysOf('phloem')).toEqual([to]);
    await member.call('DELETE', `/dataset/${datasetHash}`, {});
    expect(await keysOf('phloem')).toEqual([]);
    expect(await keysOf('cambium 1')).toEqual([]);
    await member.call('POST', `/dataset/${datasetHash}/restore`, {});
    await member.call('DELETE', `/project/${projectHash}`, {});
    expect([...(await keysOf('phloem')), ...(await keysOf('cambium'))]).toEqual([]);
  });

  test('a search for less than two characters, or after a position that does not exist, is invalid', async () => {
    const { hash } = await createDataMaker(member, 'searched').project();
    expect((await search('p')).status).toBe(400);
    expect((await search('  ')).body).toEqual({ results: [] });
    const after = (cursor: string) => member.call('GET', `/search?${new URLSearchParams({ q: 'project', cursor })}`);
    expect((await after(`project/${hash}`)).status).toBe(200);
    expect((await after('elsewhere')).status).toBe(400);
  });
});

describe('a search of many files', () => {
  let database: Database;
  const FILES = 6_000;

  beforeAll(async () => {
    database = await openTestDatabase();
    await database.query(
      `insert into projects (hash, sponsor_id, title, folded, description)
       select repeat(n::text, 32), case n when 3 then 'globex' else 'acme' end, 'Project ' || n, 'project ' || n, ''
       from generate_series(1, 3) n`,
    );
    await database.query(
      `insert into objects (blob, project_hash, path, size, folded)
       select repeat(p::text, 32) || '/' || md5(n::text), repeat(p::text, 32), name, 1, lower(name)
       from generate_series(1, 3) p, generate_series(1, $1) n, concat('Set', p, '_S', lpad(n::text, 6, '0'), '.tif') name`,
      [FILES],
    );
  });
  afterAll(() => database.close());

  async function findAll(text: string, between: () => Promise<unknown> = () => Promise.resolve()) {
    const pages: number[] = [];
    const keys: string[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const from: ReturnType<typeof parsePosition> = parsePosition(next);
      const page = await findItems(database, 'acme', text, from);
      pages.push(page.items.length);
      keys.push(...page.items.map(({ key }) => key));
      next = page.next;
      await between();
    }
    return { pages, keys };
  }

  test('the pages of a common word contain every file once, although the project is renamed between them', async () => {
    let renames = 0;
    const { keys, pages } = await findAll('_s0000', () =>
      database.query('update projects set title = $1 where hash = $2', [
        `Renamed ${String((renames += 1))}`,
        '1'.repeat(32),
      ]),
    );
    expect(new Set(keys.map((key) => key.split('/').at(-1)))).toHaveProperty('size', 2 * 99);
    expect(keys).toHaveLength(2 * 99);
    expect(Math.max(...pages)).toBeLessThan(100);
  });

  test('a word that is common in the last project alone is found at once', async () => {
    const { items, next } = await findItems(database, 'acme', 'set2');
    expect(items).toHaveLength(50);
    expect(new Set(items.map(({ projectHash }) => projectHash))).toEqual(new Set(['2'.repeat(32)]));
    expect(next).toBeDefined();
  });

  test('a rare word is found at once, and a word of two characters after reading all files', async () => {
    expect(await findItems(database, 'acme', 'set2_s005999')).toEqual({
      items: [expect.objectContaining({ kind: 'file', projectHash: '2'.repeat(32) })],
    });
    const { keys, pages } = await findAll('99');
    expect(keys).toHaveLength(
      2 * Array.from({ length: FILES }, (_, n) => String(n + 1)).filter((n) => /99/.test(n)).length,
    );
    expect(pages[0]).toBe(50);
    expect((await findAll('zq')).keys).toEqual([]);
  });
});
