import { compareNatural } from '@data-manager/lib/compareNatural';
import { searchWords } from '@data-manager/lib/foldText';
import { Type, type Static } from '@sinclair/typebox';
import type { Queryable } from '../sql';

/*
 * Search for parts of the names of projects, datasets and files.
 *
 * Problem: the index of trigrams finds a rare word among a million files at once, but sorts all files that contain a common one, and
 * does not know words of two characters.
 * Idea: pages are in the order of the blobs, whose keys are random. So the first thousands of files contain a page of a common word.
 * Only a word that is rare among them is looked up in the index.
 * Cost: a word of half a million files, none of which is in the first project, takes a second. Of words of two characters, a page can be
 * short or empty although others follow.
 */

const KINDS = ['project', 'dataset', 'file'] as const;

/** Something that was found, in the form of the wire contract. */
export const FoundItem = Type.Object({
  kind: Type.Unsafe<(typeof KINDS)[number]>(Type.String({ enum: [...KINDS] })),
  key: Type.String({ description: 'Begins with the sponsor, as in lists of files.' }),
  title: Type.Optional(Type.String({ description: 'Of a project or dataset.' })),
  projectHash: Type.String(),
  datasetHash: Type.Optional(Type.String({ description: 'Of a dataset, or of a file in a dataset.' })),
});
export type FoundItem = Static<typeof FoundItem>;

/** The page after a position: the kind of an item, and its hash or blob. */
interface SearchPosition {
  readonly kind: FoundItem['kind'];
  readonly after: string;
}

interface Page {
  readonly items: FoundItem[];
  /** The hash or blob after which the next page begins; undefined if there is none. */
  readonly next: string | undefined;
}

interface Search {
  readonly database: Queryable;
  readonly sponsorId: string;
  /** Patterns of the words, the longest first. */
  readonly patterns: readonly string[];
}

/** Begins with the hash of its project. */
const BLOB = 'blob collate "C"';
const PAGE_ITEMS = 50;
/** Files that one query reads, which takes about 50 ms in the embedded database. */
const FILES_PER_QUERY = 5_000;
/** A pattern with a word of three characters: shorter words contain no trigram. */
const INDEXED_LENGTH = '%abc%'.length;

/** Returns a position from the text that `findItems` returned; undefined if it is malformed. */
export function parsePosition(text: string): SearchPosition | undefined {
  const kind = KINDS.find((one) => text.startsWith(`${one}/`));
  return kind && { kind, after: text.slice(kind.length + 1) };
}

/**
 * Finds a page of a sponsor's projects, datasets and files whose names contain every word of a text, compared by how they read.
 * Deleted ones are not found.
 *
 * @param from undefined for the first page
 * @returns The items, and the position of the next page if there may be more.
 */
export async function findItems(
  database: Queryable,
  sponsorId: string,
  text: string,
  from: SearchPosition = { kind: 'project', after: '' },
): Promise<{ readonly items: FoundItem[]; readonly next?: string }> {
  const patterns = searchWords(text)
    .toSorted((one, other) => other.length - one.length)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  if (patterns.length === 0) return { items: [] };
  const search = { database, sponsorId, patterns };
  const find = { project: findProjects, dataset: findDatasets, file: findFiles };
  const items: FoundItem[] = [];
  for (const kind of KINDS.slice(KINDS.indexOf(from.kind))) {
    const page = await find[kind](search, kind === from.kind ? from.after : '');
    items.push(...page.items.toSorted((one, other) => compareNatural(one.key, other.key)));
    if (page.next !== undefined) return { items, next: `${kind}/${page.next}` };
    if (items.length >= PAGE_ITEMS && kind !== 'file') return { items, next: `${KINDS[KINDS.indexOf(kind) + 1]}/` };
  }
  return { items };
}

type ItemRow = Omit<FoundItem, 'kind' | 'key'> & {
  /** The hash or blob. */
  readonly position: string;
  readonly title: string;
  readonly name?: string;
  readonly path?: string;
};

/** @param rows one more than a page if there are others */
function pageOf(sponsorId: string, kind: FoundItem['kind'], rows: readonly ItemRow[]): Page {
  const shown = rows.slice(0, PAGE_ITEMS);
  return {
    items: shown.map(({ title, name, path, projectHash, datasetHash }) => ({
      kind,
      key: [sponsorId, title, name, path].filter((part) => part !== undefined).join('/'),
      ...(kind !== 'file' && { title: name ?? title }),
      projectHash,
      ...(datasetHash !== undefined && { datasetHash }),
    })),
    next: rows.length > shown.length ? shown.at(-1)?.position : undefined,
  };
}

async function findProjects({ database, sponsorId, patterns }: Search, after: string): Promise<Page> {
  const { rows } = await database.query<ItemRow>(
    `select hash as position, title, hash as "projectHash" from projects
     where sponsor_id = $1 and deleted_at is null and folded like all ($2::text[]) and hash > $3
     order by hash limit $4`,
    [sponsorId, patterns, after, PAGE_ITEMS + 1],
  );
  return pageOf(sponsorId, 'project', rows);
}

async function findDatasets({ database, sponsorId, patterns }: Search, after: string): Promise<Page> {
  const { rows } = await database.query<ItemRow>(
    `select datasets.hash as position, title, name, project_hash as "projectHash", datasets.hash as "datasetHash"
     from projects join datasets on project_hash = projects.hash
     where sponsor_id = $1 and projects.deleted_at is null and datasets.deleted_at is null
       and datasets.folded like all ($2::text[]) and datasets.hash > $3
     order by datasets.hash limit $4`,
    [sponsorId, patterns, after, PAGE_ITEMS + 1],
  );
  return pageOf(sponsorId, 'dataset', rows);
}

async function findFiles(search: Search, after: string): Promise<Page> {
  const walked = await walkFiles(search, after);
  const isIndexed = (search.patterns[0]?.length ?? 0) >= INDEXED_LENGTH;
  return walked.next === undefined || walked.items.length === PAGE_ITEMS || !isIndexed
    ? walked
    : lookUpFiles(search, after);
}

type FileRow = Omit<ItemRow, 'position'> & {
  /** Absent in the only row if none of the files is found. */
  readonly position?: string;
  /** The last blob of as many files as a query reads. */
  readonly last?: string;
};

/**
 * Selects the files that are the sponsor's, not deleted, and match all words. Projects and datasets are read once, not for each file.
 * Sorts the files before it adds their places.
 */
async function selectFiles({ database, sponsorId, patterns }: Search, files: string, values: readonly unknown[]) {
  const { rows } = await database.query<FileRow>(
    `with files as materialized (${files}), found as materialized (
       select * from files
       where folded like all ($2::text[])
         and project_hash in (select hash from projects where sponsor_id = $1 and deleted_at is null)
         and (dataset_hash is null or dataset_hash not in (select hash from datasets where deleted_at is not null))
       order by ${BLOB} limit ${PAGE_ITEMS + 1}
     )
     select (select blob from files offset ${FILES_PER_QUERY - 1} limit 1) as last, blob as position, title, name, path,
       found.project_hash as "projectHash", dataset_hash as "datasetHash"
     from (select) once left join (
       found join projects on projects.hash = found.project_hash left join datasets on datasets.hash = dataset_hash
     ) on true
     order by ${BLOB}`,
    [sponsorId, patterns, ...values],
  );
  const found = rows.filter((row): row is FileRow & ItemRow => row.position !== undefined);
  return { ...pageOf(sponsorId, 'file', found), last: rows[0]?.last };
}

/** Reads the next files of a sponsor. Not sorted as a whole, which would read files of all projects: they come project by project. */
async function walkFiles(search: Search, after: string): Promise<Page> {
  const position = `(sponsor_id || '/' || hash) collate "C"`;
  const { items, next, last } = await selectFiles(
    search,
    `select file.* from (
       select hash from projects
       where ${position} >= $1 || '/' || split_part($3, '/', 1) and sponsor_id = $1 and deleted_at is null
       order by ${position}
     ) project
     cross join lateral (
       select blob, project_hash, dataset_hash, path, folded from objects
       where ${BLOB} > project.hash || '/' and ${BLOB} < project.hash || '0' and ${BLOB} > $3
       order by ${BLOB} limit ${FILES_PER_QUERY}
     ) file
     limit ${FILES_PER_QUERY}`,
    [after],
  );
  return { items, next: next ?? last };
}

/** Finds files by the longest word. */
async function lookUpFiles(search: Search, after: string): Promise<Page> {
  const { items, next } = await selectFiles(
    search,
    `select blob, project_hash, dataset_hash, path, folded from objects where folded like $3 and ${BLOB} > $4`,
    [search.patterns[0], after],
  );
  return { items, next };
}
