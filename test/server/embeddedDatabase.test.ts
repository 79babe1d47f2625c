import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedDatabase } from '../../server/src/database/embeddedDatabase';

/** A statement that keeps the process busy, as all of PGlite's do. */
function query(): Promise<unknown> {
  const end = performance.now() + 5;
  while (performance.now() < end);
  return Promise.resolve({ rows: [] });
}

jest.mock('@electric-sql/pglite', () => ({
  PGlite: {
    defaultStartParams: [],
    create: () => Promise.resolve({ query, exec: query, close: () => Promise.resolve() }),
  },
  types: {},
}));
jest.mock('@electric-sql/pglite/nodefs', () => ({ NodeFS: jest.fn() }));

test('the embedded database lets other work of the server go on between the queries of one request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-'));
  await writeFile(join(folder, 'PG_VERSION'), '17');
  const database = await openEmbeddedDatabase(folder);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  for (let count = 0; count < 20; count += 1) await database.query('select $1', [count]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
  await database.close();
  await rm(folder, { recursive: true });
});
