import type { Queryable } from '../sql';
import { OBJECT_COLUMNS } from './objects';
import type { StoredObject } from './storedObject';

/** Selects the objects of a listing by their paths in a project. */
interface PathRange {
  /** Only paths that begin with this one, which is empty or ends in a slash. */
  readonly prefix: string;
  /** Only paths after this one. */
  readonly after: string;
  readonly limit: number;
}

/** Splits a path after its first slash. */
function splitFirst(path: string): readonly [first: string, below: string] {
  const end = path.indexOf('/') + 1;
  return end === 0 ? [path, ''] : [path.slice(0, end), path.slice(end)];
}

/** Returns the first string after all those with a prefix, which ends in a slash; null without a prefix. */
function endOf(prefix: string): string | null {
  return prefix === '' ? null : `${prefix.slice(0, -1)}0`;
}

async function listLoose(database: Queryable, projectHash: string, range: PathRange): Promise<StoredObject[]> {
  const { rows } = await database.query<StoredObject>(
    `select objects.path as key, ${OBJECT_COLUMNS} from objects
     where project_hash = $1 and dataset_hash is null and path > $2 and path >= $3
       and ($4::text is null or path < $4)
     order by dataset_hash, path limit $5`,
    [projectHash, range.after, range.prefix, endOf(range.prefix), range.limit],
  );
  return rows;
}

/**
 * Lists the files in datasets. Reads a page of each dataset in the order of an index, and stops at the dataset that
 * fills the page.
 */
async function listInDatasets(database: Queryable, projectHash: string, range: PathRange): Promise<StoredObject[]> {
  const [afterFirst, afterBelow] = splitFirst(range.after);
  const [first, below] = splitFirst(range.prefix);
  const { rows } = await database.query<StoredObject>(
    `select files.* from (
       select hash, (name || '/') collate "C" as folder from datasets
       where project_hash = $1 and deleted_at is null and ($2 = '' or name || '/' = $2)
         and (name || '/') collate "C" >= $3
       order by (name || '/') collate "C"
     ) datasets
     cross join lateral (
       select datasets.folder || path as key, ${OBJECT_COLUMNS} from objects
       where project_hash = $1 and dataset_hash = datasets.hash and path >= $5
         and path > case when datasets.folder = $3 then $4 else '' end
         and ($6::text is null or path < $6)
       order by path limit $7
     ) files
     order by datasets.folder, files.key limit $7`,
    [projectHash, first, afterFirst, afterBelow, below, endOf(below), range.limit],
  );
  return rows;
}

/** Compares texts as PostgreSQL does with the collation "C": by code point. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Lists a page of a project's files in the order of their paths. Files of deleted datasets are left out. */
async function listProjectFiles(database: Queryable, projectHash: string, range: PathRange): Promise<StoredObject[]> {
  const loose = await listLoose(database, projectHash, range);
  const inDatasets = await listInDatasets(database, projectHash, range);
  if (loose.length === 0 || inDatasets.length === 0) return [...loose, ...inDatasets];
  // A file that becomes one of a dataset between the two queries is in both.
  const rows = new Map([...loose, ...inDatasets].map((row) => [row.key, row]));
  return [...rows.values()].sort((one, other) => compareBytes(one.key, other.key)).slice(0, range.limit);
}

interface ProjectRow {
  readonly hash: string;
  readonly title: string;
}

const PROJECTS_PER_QUERY = 100;

/**
 * Iterates over the projects of a sponsor that contain files, in the order of their keys, from a title on. Looks for files in a
 * page of projects at a time: most of thousands may be empty.
 */
async function* listProjectsWithFiles(
  database: Queryable,
  sponsorId: string,
  from: string,
): AsyncGenerator<ProjectRow> {
  let after = from;
  for (;;) {
    const { rows } = await database.query<ProjectRow & { readonly hasFiles: boolean }>(
      `select hash, title, file.path is not null as "hasFiles"
       from (
         select hash, title from projects
         where sponsor_id = $1 and deleted_at is null and (title || '/') collate "C" > $2
         order by (title || '/') collate "C" limit $3
       ) page
       left join lateral (
         select path from objects where project_hash = page.hash order by dataset_hash, path limit 1
       ) file on true
       order by (title || '/') collate "C"`,
      [sponsorId, after, PROJECTS_PER_QUERY],
    );
    yield* rows.filter(({ hasFiles }) => hasFiles);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PROJECTS_PER_QUERY) return;
    after = `${last.title}/`;
  }
}

async function* listNamedProject(database: Queryable, sponsorId: string, title: string): AsyncGenerator<ProjectRow> {
  const { rows } = await database.query<ProjectRow>(
    'select hash, title from projects where sponsor_id = $1 and title = $2 and deleted_at is null',
    [sponsorId, title],
  );
  yield* rows;
}

/**
 * Lists a page of the objects below a path (`sponsor`, `sponsor/project`, …), sorted by key. Files of deleted projects
 * and datasets are left out, and so are markers of folders that are no longer empty.
 *
 * @param page.after Only keys after this one.
 * @returns The objects, and the last key of the page if there are more.
 */
export async function listObjects(
  database: Queryable,
  path: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ readonly objects: readonly StoredObject[]; readonly last?: string }> {
  const [sponsorId = '', title, ...folders] = path.split('/');
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const found: StoredObject[] = [];
  const projects =
    title === undefined
      ? listProjectsWithFiles(database, sponsorId, after?.split('/', 2)[1] ?? '')
      : listNamedProject(database, sponsorId, title);
  for await (const project of projects) {
    const start = `${sponsorId}/${project.title}/`;
    if (after !== undefined && compareBytes(after, start) > 0 && !after.startsWith(start)) continue;
    const afterPath = after?.startsWith(start) === true ? after.slice(start.length) : '';
    const range = { prefix, after: afterPath, limit: limit + 1 - found.length };
    const rows = await listProjectFiles(database, project.hash, range);
    found.push(...rows.map((row) => ({ ...row, key: start + row.key })));
    if (found.length > limit) break;
  }
  const isEmptied = ({ key }: StoredObject, index: number): boolean =>
    key.endsWith('/') && found[index + 1]?.key.startsWith(key) === true;
  const listed = found.slice(0, limit);
  const last = found.length > limit ? listed.at(-1)?.key : undefined;
  const objects = listed.filter((object, index) => !isEmptied(object, index));
  return last === undefined ? { objects } : { objects, last };
}
