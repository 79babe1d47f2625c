import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../../server/src/database/sql';
import { createKeys, loadKeys } from '../../server/src/identity/keys';
import { loadUrlSigner } from '../../server/src/storage/urlSigner';
import { temporaryFolder } from '../support/temporaryFolder';

/** Creates the table of secrets in memory: Jest can't load the embedded database. */
function secretTable(rows = new Map<string, unknown>()): Queryable {
  return {
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as in the interface
    async query<Row>(text: string, [name, value]: readonly unknown[] = []) {
      // Other servers run between two statements.
      await new Promise(setImmediate);
      if (text.startsWith('insert') && !rows.has(String(name)))
        rows.set(String(name), JSON.parse(JSON.stringify(value)));
      return {
        rows: text.startsWith('select') && rows.has(String(name)) ? [{ value: rows.get(String(name)) } as Row] : [],
      };
    },
  };
}

let keys: string;

beforeEach(async () => {
  keys = await temporaryFolder();
});

function asQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

describe('the keys of the tokens', () => {
  it('gives the same keys to servers that start together on one database, and to later ones', async () => {
    const database = secretTable();
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => loadKeys(database, { keys })));
    expect(new Set([first, ...others, await loadKeys(database, { keys })].map((one) => JSON.stringify(one))).size).toBe(
      1,
    );
    expect(await loadKeys(secretTable(), { keys })).not.toEqual(first);
  });

  it('imports the keys from the data folder of an earlier version, once', async () => {
    const database = secretTable();
    const earlier = createKeys();
    await writeFile(join(keys, 'identity.json'), JSON.stringify(earlier));
    expect(await loadKeys(database, { keys })).toEqual(earlier);
    await writeFile(join(keys, 'identity.json'), JSON.stringify(createKeys()));
    expect(await loadKeys(database, { keys })).toEqual(earlier);
  });

  it.each([0, 1, 100, -2])('rejects the keys in a file that was cut off at byte %d, which is kept', async (length) => {
    const path = join(keys, 'identity.json');
    const half = JSON.stringify(createKeys()).slice(0, length);
    await writeFile(path, half);
    await expect(loadKeys(secretTable(), { keys })).rejects.toThrow(/damaged.*Restore the file from a backup/);
    expect(await readFile(path, 'utf8')).toBe(half);
  });

  it('rejects the keys in a damaged row', async () => {
    const database = secretTable(new Map([['identity', { ...createKeys(), cookieKeys: [] }]]));
    await expect(loadKeys(database, { keys })).rejects.toThrow(/“identity”.*damaged/);
  });
});

it('the key of signed URLs is the same for all servers on one database', async () => {
  const database = secretTable();
  const [one, other] = await Promise.all([loadUrlSigner(database, { keys }), loadUrlSigner(database, { keys })]);
  const query = asQuery(one.sign(['part', 'a', '1'], 60));
  other.verify(['part', 'a', '1'], query);
  const foreign = await loadUrlSigner(secretTable(), { keys });
  expect(() => {
    foreign.verify(['part', 'a', '1'], query);
  }).toThrow('altered');
});

it('the key of signed URLs is imported from the data folder of an earlier version', async () => {
  await writeFile(join(keys, 'url-signing.key'), Buffer.alloc(32, 1));
  const query = asQuery((await loadUrlSigner(secretTable(), { keys })).sign(['part', 'a', '1'], 60));
  (await loadUrlSigner(secretTable(), { keys })).verify(['part', 'a', '1'], query);
});

it('the key of signed URLs is rejected in a damaged file or row', async () => {
  await writeFile(join(keys, 'url-signing.key'), 'damaged');
  await expect(loadUrlSigner(secretTable(), { keys })).rejects.toThrow(/url-signing\.key is damaged/);
  const database = secretTable(new Map([['url-signing', { key: 'short' }]]));
  await expect(loadUrlSigner(database, { keys })).rejects.toThrow(/“url-signing”.*damaged/);
});
