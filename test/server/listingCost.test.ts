import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serverDatabase, startBackend, usesEmbeddedDatabase } from '../support/startBackend';

const COUNT_ROWS = `
import { openDatabase } from './server/src/database/connection/openDatabase';
import { listObjects } from './server/src/database/files/objectListing';
import { maintainTables } from './server/src/database/connection/maintenance';

const [dataDir, databaseUrl] = process.argv.slice(1);
const database = await openDatabase({ dataDir, databaseUrl }, console.error);
await database.query("insert into projects (hash, sponsor_id, title, description) values ('p', 'acme', 'large', '')");
await database.query(\`insert into datasets (hash, project_hash, name, description, sid, tissue_type, device, bit_depth,
  channels, attributes) values ('d', 'p', 'TC1', '', '', '', '', 16, '[]', '{}')\`);
await database.query(\`insert into objects (blob, project_hash, dataset_hash, path, size)
  select 'p/' || n, 'p', case when n % 2 = 0 then 'd' end, n || '.tif', 1 from generate_series(1, 8000) n\`);
await maintainTables(database);

const rowsOf = ({ Plans = [], ...node }) => {
  const own = node['Relation Name'] === 'objects' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return Plans.reduce((sum, plan) => sum + rowsOf(plan), own * node['Actual Loops']);
};
let read = 0;
const counting = {
  async query(text, values) {
    const { rows } = await database.query('explain (analyze, format json) ' + text, values);
    read += rowsOf(rows[0]['QUERY PLAN'][0].Plan);
    return database.query(text, values);
  },
};
for (const path of ['acme/large', 'acme/large/TC1']) {
  let after;
  do ({ last: after } = await listObjects(counting, path, { after, limit: 200 }));
  while (after !== undefined);
}
await database.close();
console.log(read);
`;

/** A plan depends on all rows of the database, so the test has one of its own. */
test('listing all pages reads few rows more than it returns', async () => {
  const backend = await startBackend();
  await backend.kill();
  const databaseUrl = usesEmbeddedDatabase ? [] : [serverDatabase(backend.dataDir).url];
  const script = ['--import', 'tsx', '--input-type=module', '--eval', COUNT_ROWS, backend.dataDir, ...databaseUrl];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  const listed = 8_000 + 4_000;
  expect(Number(stdout)).toBeGreaterThanOrEqual(listed);
  expect(Number(stdout)).toBeLessThan(2 * listed);
  await backend.stop();
});
