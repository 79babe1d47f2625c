import type { Database } from '../../server/src/database/sql';
import { FILL_DATABASE, LARGE_PROJECT, PROJECTS } from '../support/largeSponsor';
import { createDataMaker, IMAGE } from '../support/makeData';
import { countRowsRead } from '../support/queryPlan';
import { startRecordedBackend, type RecordedBackend, type RecordedQuery } from '../support/recordQueries';
import { signIn } from '../support/signIn';
import { newDataFolder, removeData, runSql, usesEmbeddedDatabase } from '../support/startBackend';
import { openEmbedded } from '../support/testDatabase';
import { completion } from '../support/uploadFile';

jest.setTimeout(600_000);

/** Rows that a query of a call may read unless the call says otherwise: a page, and its neighbours in an index. */
const FEW_ROWS = 2_500;

/** Calls whose queries read more: all projects, and for each file the few contents that are known. */
const ROWS: Readonly<Record<string, number>> = {
  'GET /manage/files': 2.5 * PROJECTS,
  'GET /project/summary': 2 * PROJECTS,
  // A page, and the project and the dataset of each receipt.
  'GET /receipts': 5_000,
  // Also as many files as one query looks at.
  'GET /search': 8 * PROJECTS,
};

const isExplainable = ({ text }: RecordedQuery): boolean => /^\s*(?:select|with|insert|update|delete)\b/i.test(text);

/** Returns the calls whose queries read more rows than they may, with the rows and the query. */
async function findWasteful(database: Database, queries: readonly RecordedQuery[]): Promise<string[]> {
  const wasteful = new Set<string>();
  const seen = new Set<string>();
  for (const query of queries) {
    // The first rows of a call are as good as the next.
    const id = `${query.call}\n${query.text}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const rows = await countRowsRead(database, query).catch((error: unknown) => {
      // The row of an insertion exists now, or that of its project no longer does.
      if (/\binsert\b/.test(query.text)) return 0;
      throw error;
    });
    if (rows > (ROWS[query.call] ?? FEW_ROWS)) wasteful.add(`${query.call} reads ${String(rows)} rows: ${query.text}`);
  }
  return [...wasteful];
}

/** Makes each call of the API once, most of them on small data beside the large project. */
async function makeCalls(backend: RecordedBackend): Promise<void> {
  const member = await backend.record('sign-in', () => signIn(backend, 'member@acme.example'));
  const admin = await signIn(backend, 'admin@acme.example');
  const make = createDataMaker(member, 'planned');
  const call = async (operation: string, path = operation.split(' ')[1] ?? '', body?: unknown) => {
    const [method = ''] = operation.split(' ');
    const { status } = await backend.record(operation, () => admin.call(method, path, body));
    if (status !== 200) throw new Error(`${operation} was answered with ${String(status)}.`);
  };
  const large = Array.from(
    { length: 100 },
    (_, index) => `acme/Old project 1/Dataset ${String(((2 * index + 1) % 100) + 1)}/S${String(2 * index + 1)}.tif`,
  );
  const file = await make.file();
  const { hash } = await make.dataset();
  const project = await make.project();
  const upload = await make.upload();
  const archive = await make.archive();

  await call('GET /deleted');
  await backend.record('GET /deleted', () => member.call('GET', '/deleted'));
  await call('GET /activity');
  await backend.record('GET /activity', () => member.call('GET', '/activity'));
  await backend.record('GET /audit', async () => {
    const headers = { authorization: `Bearer ${admin.accessToken}`, 'x-id-token': admin.idToken };
    await (await fetch(`${backend.url}/audit`, { headers })).text();
  });
  for (const path of [
    'acme',
    'acme/Old project 1',
    'acme/Old project 1/Dataset 50',
    'acme/Old project 1/Dataset 50/S1.tif',
  ]) {
    await call('GET /receipts', `/receipts?${new URLSearchParams({ path })}`);
  }
  await call('GET /project');
  await call('GET /project/summary');
  await call('GET /search', '/search?q=nowhere');
  await call('POST /project', '/project', { title: 'planned' });
  await call('PATCH /project/{hash}', `/project/${project.hash}`, { title: 'planned again' });
  await call('GET /dataset/{hash}', `/dataset/${LARGE_PROJECT}`);
  await call('GET /dataset/{hash}', `/dataset/${hash}`);
  await call('POST /dataset', '/dataset', { projectHash: project.hash, dataset: 'new' });
  await call('PUT /dataset/{hash}', `/dataset/${hash}`, { dataset: 'renamed' });
  await call('PATCH /dataset/{hash}', `/dataset/${hash}`, { bitDepth: 8 });
  await call('GET /manage/files', `/manage/files?${new URLSearchParams({ path: 'acme' })}`);
  await call('GET /manage/files', `/manage/files?${new URLSearchParams({ path: 'acme/Old project 1/Dataset 50' })}`);
  await call('POST /manage/files/urls', undefined, { keys: large });
  await call('POST /manage/files/move', undefined, {
    moves: large.map((from) => ({ from, to: from.replace('.tif', ' moved.tif') })),
  });
  await call('DELETE /manage/files', undefined, { keys: large.map((key) => key.replace('.tif', ' moved.tif')) });
  await call('POST /manage/files/restore', undefined, { keys: large.map((key) => key.replace('.tif', ' moved.tif')) });
  await call('POST /upload/start', undefined, { key: 'acme/Old project 1/Dataset 1/new.tif', totalParts: 1 });
  const part = new URLSearchParams({ ...upload, partNumber: '1', totalParts: '1' });
  await call('GET /upload/open');
  await call('GET /upload/urls', `/upload/urls?${part}`);
  await call('POST /upload/complete', undefined, completion(upload.key, upload.uploadId, [IMAGE]));
  await call('DELETE /upload/cancel', undefined, await make.upload());
  await call('POST /pipeline/{kind}/{hash}', `/pipeline/atlas/${hash}`, {});
  await call('GET /pipeline/{kind}/{hash}', `/pipeline/atlas/${hash}`);
  await call('GET /pipeline/{hash}', `/pipeline/${hash}`);
  await call('GET /pipeline', `/pipeline?projectHash=${LARGE_PROJECT}`);
  await call('DELETE /pipeline/{kind}/{hash}', `/pipeline/atlas/${hash}`, {});
  await call('POST /download', undefined, { onlyDownSamples: false, files: [file.key], zipFileName: 'a.zip' });
  await call('GET /download/progress/{ref}', `/download/progress/${archive.ref}`);
  await call('DELETE /download/cancel', undefined, { refId: archive.ref });
  const folder = await admin.make<{ datasetHash: string }>('/dataset', {
    projectHash: LARGE_PROJECT,
    dataset: 'loose1',
  });
  await call('POST /dataset', '/dataset', { projectHash: LARGE_PROJECT, dataset: 'loose3' });
  await call('PATCH /project/{hash}', `/project/${LARGE_PROJECT}`, { title: 'A longer title of the project' });
  await call('PATCH /dataset/{hash}', '/dataset/d1', { dataset: 'A longer name of the dataset' });
  await call('DELETE /dataset/{hash}', '/dataset/d2', {});
  await call('POST /dataset/{hash}/restore', '/dataset/d2/restore', {});
  await call('DELETE /dataset/{hash}', `/dataset/${folder.datasetHash}`, { permanentDelete: true });
  await call('DELETE /dataset/{hash}', `/dataset/${hash}`, {});
  await call('POST /dataset/{hash}/restore', `/dataset/${hash}/restore`, {});
  await call('DELETE /project/{hash}', `/project/${project.hash}`, {});
  await call('POST /project/{hash}/restore', `/project/${project.hash}/restore`, {});
  await call('DELETE /dataset/{hash}', `/dataset/${hash}`, { permanentDelete: true });
  await call('DELETE /project/{hash}', `/project/${project.hash}`, { permanentDelete: true });
  await backend.record('POST /auth/token', () =>
    fetch(`${backend.url}/auth/token`, { method: 'POST', headers: { 'x-refresh-token': member.refreshToken } }),
  );
  await backend.record('GET /logout', () => member.browser.open('/logout'));
}

/** Statistics that were never made, as in an embedded database that has just been filled. */
const FORGET_STATISTICS = 'delete from pg_statistic; update pg_class set reltuples = -1 where relkind = $$r$$';

(usesEmbeddedDatabase ? test : test.skip)(
  'no query of a call reads more than its result from a large sponsor’s tables, with and without statistics',
  async () => {
    const dataDir = await newDataFolder('ready-made');
    await runSql(dataDir, FILL_DATABASE);
    const backend = await startRecordedBackend(dataDir);
    await makeCalls(backend);
    const queries = (await backend.stop()).filter(isExplainable);
    const calls = queries.filter(({ call }) => call !== 'other');
    const database = await openEmbedded(dataDir);
    await database.query('analyze');
    const withStatistics = await findWasteful(database, calls);
    await database.query(FORGET_STATISTICS);
    const withoutStatistics = await findWasteful(database, calls);
    await database.close();
    await removeData(dataDir);
    expect({ withStatistics, withoutStatistics }).toEqual({ withStatistics: [], withoutStatistics: [] });
  },
);
