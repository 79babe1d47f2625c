import { openDatabase } from '../server/src/database/openDatabase';
import type { Backend } from '../test/support/startBackend';
import { medianOf, type Finding } from './report';
import { sponsorOf, type Send } from './serverUsers';

const LISTED = 100_000;
const FIRST_PAGES = 20;
const FIRST_PAGE_MS = 50;
const ALL_PAGES_MS = 3_000;

/** Adds rows for files without contents while the server is stopped. */
async function addFiles(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const settings = { dataDir, ...(databaseUrl !== undefined && { databaseUrl }) };
  const database = await openDatabase(settings, () => undefined);
  await database.query(
    `insert into objects (blob, project_hash, path, size, etag, modified_at)
     select hash || '/' || md5(number::text), hash, 'listed/image-' || lpad(number::text, 6, '0') || '.tif', 1000,
       md5(number::text), now()
     from projects, generate_series(1, $2::int) as number where sponsor_id = $1`,
    [sponsorOf(0), LISTED],
  );
  await database.query('analyze objects');
  await database.close();
}

/** Measures the listing of many files that are added to the database, which has the given URL or is embedded. */
export async function measureListing(
  backend: Backend,
  [send]: readonly Send[],
  databaseUrl: string | undefined,
): Promise<readonly Finding[]> {
  if (send === undefined) return [];
  await backend.kill();
  await addFiles(backend.dataDir, databaseUrl);
  await backend.restart();
  const path = `${sponsorOf(0)}/bench/listed`;
  const firstPages: number[] = [];
  for (let time = 0; time < FIRST_PAGES; time += 1) {
    const started = performance.now();
    await send('GET', `/manage/files?${new URLSearchParams({ path }).toString()}`);
    firstPages.push(performance.now() - started);
  }
  const started = performance.now();
  let files = 0;
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ path, ...(cursor !== undefined && { cursor }) });
    const page = (await send('GET', `/manage/files?${query.toString()}`)) as { files: unknown[]; cursor?: string };
    files += page.files.length;
    ({ cursor } = page);
  } while (cursor !== undefined);
  const allMs = performance.now() - started;
  if (files !== LISTED) throw new Error(`${String(files)} files were listed.`);
  const firstMs = medianOf(firstPages);
  const name = `listing of ${LISTED.toLocaleString('en')} files`;
  return [
    {
      name: `${name}, first page`,
      measured: `${firstMs.toFixed(0)} ms`,
      against: '–',
      value: firstMs.toFixed(0),
      target: `≤ ${String(FIRST_PAGE_MS)} ms`,
      isMet: firstMs <= FIRST_PAGE_MS,
    },
    {
      name: `${name}, all pages`,
      measured: `${allMs.toFixed(0)} ms`,
      against: '–',
      value: allMs.toFixed(0),
      target: `≤ ${String(ALL_PAGES_MS)} ms`,
      isMet: allMs <= ALL_PAGES_MS,
    },
  ];
}
