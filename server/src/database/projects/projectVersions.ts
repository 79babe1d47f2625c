import { batchesOf, onlyRow, type Queryable } from '../sql';

/** Projects whose versions one query finds, and the files of each that it reads at most. */
const VERSIONED_PROJECTS = 100;
const FEW_FILES = 50;
/** Files that one query reads for the version of a larger project. */
const VERSION_BATCH = 1_000;

const VERSION = `count(*) as count,
  coalesce(bit_xor(hashtextextended(concat_ws('/', blob, dataset_hash, path), 0)), 0)::text as bits`;

interface VersionRow {
  count: number;
  bits: string;
}

/**
 * Returns texts that change whenever a file of a project is added, replaced, renamed or removed, by project. Projects without
 * files have none. Reads the files in batches, so that others run in between, and in the order of their index: if most files
 * belong to one project, the planner would otherwise look for the rows of the others in the whole table.
 */
export async function versionsOfProjects(
  database: Queryable,
  projectHashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const batch of batchesOf(projectHashes, VERSIONED_PROJECTS)) {
    const { rows } = await database.query<VersionRow & { hash: string }>(
      `select hash, files.* from unnest($1::text[]) as hash cross join lateral (
         select ${VERSION} from (
           select blob, dataset_hash, path from objects where project_hash = hash order by dataset_hash, path limit $2
         ) few
       ) files`,
      [batch, FEW_FILES + 1],
    );
    for (const { hash, count, bits } of rows) {
      if (count === 0) continue;
      versions.set(hash, count > FEW_FILES ? await versionOfLarge(database, hash) : `${String(count)} ${bits}`);
    }
  }
  return versions;
}

/** Reads the files in the order of their index, first those outside of datasets. */
async function versionOfLarge(database: Queryable, projectHash: string): Promise<string> {
  const loose = await versionOfFiles(
    database,
    projectHash,
    'dataset_hash is null and $2::text is not null and path > $3',
  );
  const inDatasets = await versionOfFiles(database, projectHash, '(dataset_hash, path) > ($2, $3)');
  return `${loose} ${inDatasets}`;
}

type Position = readonly [dataset: string | null, path: string];

async function versionOfFiles(database: Queryable, projectHash: string, after: string): Promise<string> {
  let files = 0;
  let bits = 0n;
  let last: Position | undefined = ['', ''];
  while (last !== undefined) {
    const batch = await readVersion(database, projectHash, { after, last });
    files += batch.count;
    bits ^= BigInt(batch.bits);
    last = batch.last;
  }
  return `${String(files)} ${String(bits)}`;
}

async function readVersion(
  database: Queryable,
  projectHash: string,
  { after, last: [dataset, path] }: { readonly after: string; readonly last: Position },
): Promise<VersionRow & { readonly last?: Position }> {
  const result = await database.query<VersionRow & { last?: Position }>(
    `with batch as materialized (
       select blob, dataset_hash, path from objects where project_hash = $1 and ${after}
       order by dataset_hash, path limit $4
     )
     select ${VERSION}, (select json_build_array(dataset_hash, path) from batch offset $4 - 1 limit 1) as last
     from batch`,
    [projectHash, dataset ?? '', path, VERSION_BATCH],
  );
  return onlyRow(result);
}
