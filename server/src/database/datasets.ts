import { foldText } from '@data-manager/lib/foldText';
import { HttpError } from '../errors';
import { hasFileAt } from './objects';
import { readPages, sortByText } from './pagedLists';
import { newHash, onlyRow, type Queryable } from './sql';

/** One imaging channel of a dataset. */
interface Channel {
  /** From 1. */
  readonly num: number;
  readonly name: string;
}

/** The fields of the metadata form. Lengths are in µm; empty fields are undefined. */
export interface DatasetForm {
  readonly dataset: string;
  readonly description: string;
  readonly sid: string;
  readonly pixelSize?: number | undefined;
  readonly physicalSpacing?: number | undefined;
  readonly tissueType: string;
  readonly device: string;
  readonly physicalSections?: number | undefined;
  readonly bitDepth: number;
  readonly channels: readonly Channel[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** A dataset in the form of the wire contract. */
export interface Dataset extends DatasetForm {
  readonly datasetHash: string;
  readonly projectHash: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
}

/** Default values of the form's fields. */
export const EMPTY_DATASET_FORM = {
  description: '',
  tissueType: '',
  device: '',
  bitDepth: 16,
  channels: [],
  attributes: {},
} as const satisfies Partial<DatasetForm>;

interface DatasetRow {
  hash: string;
  project_hash: string;
  name: string;
  description: string;
  sid: string;
  pixel_size: number | null;
  physical_spacing: number | null;
  tissue_type: string;
  device: string;
  physical_sections: number | null;
  bit_depth: number;
  channels: Channel[];
  attributes: Record<string, string>;
  created_at: Date;
  deleted_at: Date | null;
}

/** Converts a row; empty numbers are omitted. */
function toDataset(row: DatasetRow): Dataset {
  return {
    datasetHash: row.hash,
    projectHash: row.project_hash,
    dataset: row.name,
    description: row.description,
    sid: row.sid,
    ...(row.pixel_size === null ? {} : { pixelSize: row.pixel_size }),
    ...(row.physical_spacing === null ? {} : { physicalSpacing: row.physical_spacing }),
    tissueType: row.tissue_type,
    device: row.device,
    ...(row.physical_sections === null ? {} : { physicalSections: row.physical_sections }),
    bitDepth: row.bit_depth,
    channels: row.channels,
    attributes: row.attributes,
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns the fields in the order of the columns `name, folded, description … attributes`. */
function toColumns(form: DatasetForm): unknown[] {
  return [
    form.dataset,
    foldText(form.dataset),
    form.description,
    form.sid,
    form.pixelSize ?? null,
    form.physicalSpacing ?? null,
    form.tissueType,
    form.device,
    form.physicalSections ?? null,
    form.bitDepth,
    JSON.stringify(form.channels),
    JSON.stringify(form.attributes),
  ];
}

/**
 * Checks that no other dataset of a project has a name that reads the same, and that no file has the name, or nothing could
 * be uploaded into the dataset. Deleted datasets keep their names, because their files must not appear in a new dataset.
 * Callers hold the sponsor's lock.
 *
 * @param hash The dataset to rename; omitted for a new dataset.
 * @throws HttpError 409 if the name is taken.
 */
export async function checkNameAvailable(
  database: Queryable,
  { projectHash, name, hash = '' }: { readonly projectHash: string; readonly name: string; readonly hash?: string },
): Promise<void> {
  const result = await database.query<DatasetRow>(
    'select * from datasets where project_hash = $1 and folded = $2 and hash <> $3',
    [projectHash, foldText(name), hash],
  );
  const [other] = result.rows;
  if (other === undefined) {
    if (!(await hasFileAt(database, projectHash, name))) return;
    throw new HttpError(409, `The project already has a file named “${name}”. Choose another name.`, 'EXISTS');
  }
  if (other.deleted_at === null) {
    throw new HttpError(409, `The project already has a dataset named “${other.name}”.`, 'EXISTS');
  }
  throw new HttpError(
    409,
    `A deleted dataset of this project is named “${other.name}”, and its files are kept. Choose another name.`,
    'DELETED',
  );
}

/**
 * Adds a dataset, whose name has been validated by `keyRules.ts`.
 *
 * @throws HttpError 409 if the name is taken.
 */
export async function createDataset(
  database: Queryable,
  { projectHash, ...form }: { readonly projectHash: string } & DatasetForm,
): Promise<Dataset> {
  await checkNameAvailable(database, { projectHash, name: form.dataset });
  const result = await database.query<DatasetRow>(
    `insert into datasets (hash, project_hash, name, folded, description, sid, pixel_size, physical_spacing, tissue_type,
       device, physical_sections, bit_depth, channels, attributes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14::jsonb) returning *`,
    [newHash(), projectHash, ...toColumns(form)],
  );
  return toDataset(onlyRow(result));
}

/** Datasets that one query lists. With 40 channels each, reading them takes 5 ms. */
const DATASETS_PER_QUERY = 100;
const POSITION = `(project_hash || '/' || hash) collate "C"`;

function toDatasets(rows: readonly DatasetRow[]): Dataset[] {
  const datasets = rows.filter((row) => row.deleted_at === null).map(toDataset);
  return sortByText(datasets, ({ dataset }) => dataset);
}

/** Lists a project's datasets by name, without deleted ones. A page is cut out of an index before it is looked at. */
export async function listDatasets(database: Queryable, projectHash: string): Promise<Dataset[]> {
  const rows = await readPages<DatasetRow>(
    (last) =>
      database.query(
        `select * from (select * from datasets where ${POSITION} > $1 || '/' || $2 order by ${POSITION} limit $3) page
         where project_hash = $1 order by ${POSITION}`,
        [projectHash, last?.hash ?? '', DATASETS_PER_QUERY],
      ),
    DATASETS_PER_QUERY,
  );
  return toDatasets(rows);
}

/**
 * Lists the datasets of all projects of a sponsor by name, except deleted ones and those of deleted projects. Goes from project to
 * project in an index, and stops at the one that fills the page.
 */
export async function listSponsorDatasets(database: Queryable, sponsorId: string): Promise<Dataset[]> {
  const rows = await readPages<DatasetRow>(
    (last) =>
      database.query(
        `select page.* from (
           select hash, (sponsor_id || '/' || hash) collate "C" as position from projects
           where (sponsor_id || '/' || hash) collate "C" >= $1 || '/' || $2 and sponsor_id = $1 and deleted_at is null
           order by (sponsor_id || '/' || hash) collate "C"
         ) projects
         cross join lateral (
           select * from datasets
           where ${POSITION} > projects.hash || '/' || case when projects.hash = $2 then $3 else '' end
             and ${POSITION} < projects.hash || '0'
           order by ${POSITION} limit $4
         ) page
         order by projects.position, (page.project_hash || '/' || page.hash) collate "C" limit $4`,
        [sponsorId, last?.project_hash ?? '', last?.hash ?? '', DATASETS_PER_QUERY],
      ),
    DATASETS_PER_QUERY,
  );
  return toDatasets(rows);
}

/** Finds a dataset of a sponsor. Deleted datasets, and those of deleted projects, are hidden by default. */
export async function findDataset(
  database: Queryable,
  sponsorId: string,
  hash: string,
  { deleted }: { readonly deleted: 'hidden' | 'shown' } = { deleted: 'hidden' },
): Promise<{ readonly dataset: Dataset; readonly projectTitle: string } | undefined> {
  const result = await database.query<DatasetRow & { project_title: string; project_deleted_at: Date | null }>(
    `select datasets.*, projects.title as project_title, projects.deleted_at as project_deleted_at
     from datasets join projects on projects.hash = datasets.project_hash
     where projects.sponsor_id = $1 and datasets.hash = $2`,
    [sponsorId, hash],
  );
  const row = result.rows[0];
  if (row === undefined) return undefined;
  if (deleted === 'hidden' && (row.deleted_at !== null || row.project_deleted_at !== null)) return undefined;
  return { dataset: toDataset(row), projectTitle: row.project_title };
}

/** Replaces the whole form. Check first that the name is available. */
export async function updateDataset(database: Queryable, hash: string, form: DatasetForm): Promise<Dataset> {
  const result = await database.query<DatasetRow>(
    `update datasets set name = $2, folded = $3, description = $4, sid = $5, pixel_size = $6, physical_spacing = $7,
       tissue_type = $8, device = $9, physical_sections = $10, bit_depth = $11, channels = $12::jsonb,
       attributes = $13::jsonb
     where hash = $1 returning *`,
    [hash, ...toColumns(form)],
  );
  return toDataset(onlyRow(result));
}
