import { foldText } from '@data-manager/lib/foldText';
import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import type { Sent } from '../../common/sent';
import { hasFileAt } from '../files/objects';
import { isoTime, newHash, onlyRow, type Queryable } from '../sql';
import { FormerTitles } from './formerTitles';
import { readPages, sortByText } from './pagedLists';

/** As long as a file name can be. */
export const NamePrefixes = Type.Array(
  Type.String({ minLength: 1, maxLength: 255, pattern: '^[^/\\\\\\u0000-\\u001f\\u007f]+$' }),
  { maxItems: 100, description: 'Prefixes of image names that users have confirmed for the dataset.' },
);

/** A dataset in the form of the wire contract. Lengths are in µm. */
export const DatasetBody = Type.Object(
  {
    datasetHash: Type.String(),
    projectHash: Type.String(),
    createdAt: Type.String(),
    dataset: Type.String(),
    description: Type.String(),
    sid: Type.String(),
    pixelSize: Type.Optional(Type.Number()),
    physicalSpacing: Type.Optional(Type.Number()),
    tissueType: Type.String(),
    device: Type.String(),
    physicalSections: Type.Optional(Type.Integer()),
    bitDepth: Type.Integer(),
    channels: Type.Array(Type.Object({ num: Type.Integer(), name: Type.String() })),
    attributes: Type.Record(Type.String(), Type.String()),
    formerTitles: Type.Optional(FormerTitles),
    namePrefixes: Type.Optional(NamePrefixes),
    etag: Type.String({ description: 'Changes with the form. `If-Match` takes it in quotes.' }),
  },
  { $id: 'Dataset' },
);
export type Dataset = Sent<Static<typeof DatasetBody>>;

/** The fields of the metadata form. The prefixes of the dataset stay if they are omitted. */
export type DatasetForm = Omit<Dataset, 'datasetHash' | 'projectHash' | 'createdAt' | 'formerTitles' | 'etag'>;

/** Default values of the form's fields. */
export const EMPTY_DATASET_FORM = {
  description: '',
  tissueType: '',
  device: '',
  bitDepth: 16,
  channels: [],
  attributes: {},
} as const satisfies Partial<DatasetForm>;

const ETAG = `md5(row(name, datasets.description, sid, pixel_size, physical_spacing, tissue_type, device, physical_sections,
  bit_depth, channels, attributes, name_prefixes)::text) as etag`;

/** The columns of a dataset of the table `datasets`. */
const COLUMNS = `datasets.hash as "datasetHash", project_hash as "projectHash", name as dataset, datasets.description, sid,
  pixel_size as "pixelSize", physical_spacing as "physicalSpacing", tissue_type as "tissueType", device,
  physical_sections as "physicalSections", bit_depth as "bitDepth", channels, attributes,
  nullif(name_prefixes, '[]') as "namePrefixes", ${ETAG}, ${isoTime('datasets.created_at')} as "createdAt"`;

/** A dataset, and whether it was deleted. */
type FoundDataset = Dataset & { readonly isDeleted: boolean };

/** Returns the fields in the order of the columns `name, folded, description … name_prefixes`. */
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
    form.namePrefixes === undefined ? null : JSON.stringify(form.namePrefixes),
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
  const { rows } = await database.query<{ name: string; isDeleted: boolean }>(
    `select name, deleted_at is not null as "isDeleted" from datasets
     where project_hash = $1 and folded = $2 and hash <> $3`,
    [projectHash, foldText(name), hash],
  );
  const [other] = rows;
  if (other === undefined) {
    if (!(await hasFileAt(database, projectHash, name))) return;
    throw new HttpError(409, `The project already has a file named “${name}”. Choose another name.`, 'EXISTS');
  }
  if (!other.isDeleted) {
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
  const result = await database.query<Dataset>(
    `insert into datasets (hash, project_hash, name, folded, description, sid, pixel_size, physical_spacing, tissue_type,
       device, physical_sections, bit_depth, channels, attributes, name_prefixes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14::jsonb, coalesce($15::jsonb, '[]'))
     returning ${COLUMNS}`,
    [newHash(), projectHash, ...toColumns(form)],
  );
  return onlyRow(result);
}

/** Datasets that one query lists. With 40 channels each, reading them takes 5 ms. */
const DATASETS_PER_QUERY = 100;
const POSITION = `(project_hash || '/' || hash) collate "C"`;

function withoutDeleted(rows: readonly FoundDataset[]): Dataset[] {
  const datasets = rows.flatMap(({ isDeleted, ...dataset }) => (isDeleted ? [] : dataset));
  return sortByText(datasets, ({ dataset }) => dataset);
}

/** Lists a project's datasets by name, without deleted datasets. A page is cut out of an index before its rows are filtered. */
export async function listDatasets(database: Queryable, projectHash: string): Promise<Dataset[]> {
  const rows = await readPages<FoundDataset>(
    (last) =>
      database.query(
        `select ${COLUMNS}, deleted_at is not null as "isDeleted"
         from (select * from datasets where ${POSITION} > $1 || '/' || $2 order by ${POSITION} limit $3) datasets
         where project_hash = $1 order by ${POSITION}`,
        [projectHash, last?.datasetHash ?? '', DATASETS_PER_QUERY],
      ),
    DATASETS_PER_QUERY,
  );
  return withoutDeleted(rows);
}

/**
 * Lists the datasets of a sponsor by name, except deleted datasets and the datasets of deleted projects. Goes from project to
 * project in an index, and stops at the project that fills the page.
 */
export async function listSponsorDatasets(database: Queryable, sponsorId: string): Promise<Dataset[]> {
  const rows = await readPages<FoundDataset>(
    (last) =>
      database.query(
        `select ${COLUMNS}, deleted_at is not null as "isDeleted" from (
           select hash, (sponsor_id || '/' || hash) collate "C" as position from projects
           where (sponsor_id || '/' || hash) collate "C" >= $1 || '/' || $2 and sponsor_id = $1 and deleted_at is null
           order by (sponsor_id || '/' || hash) collate "C"
         ) projects
         cross join lateral (
           select * from datasets
           where ${POSITION} > projects.hash || '/' || case when projects.hash = $2 then $3 else '' end
             and ${POSITION} < projects.hash || '0'
           order by ${POSITION} limit $4
         ) datasets
         order by projects.position, (project_hash || '/' || datasets.hash) collate "C" limit $4`,
        [sponsorId, last?.projectHash ?? '', last?.datasetHash ?? '', DATASETS_PER_QUERY],
      ),
    DATASETS_PER_QUERY,
  );
  return withoutDeleted(rows);
}

/** Finds a dataset of a sponsor. Deleted datasets, and the datasets of deleted projects, are hidden by default. */
export async function findDataset(
  database: Queryable,
  sponsorId: string,
  hash: string,
  { deleted }: { readonly deleted: 'hidden' | 'shown' } = { deleted: 'hidden' },
): Promise<{ readonly dataset: Dataset; readonly projectTitle: string } | undefined> {
  const { rows } = await database.query<Dataset & { readonly projectTitle: string }>(
    `select ${COLUMNS}, projects.title as "projectTitle"
     from datasets join projects on projects.hash = datasets.project_hash
     where projects.sponsor_id = $1 and datasets.hash = $2
       and ($3::boolean or datasets.deleted_at is null and projects.deleted_at is null)`,
    [sponsorId, hash, deleted === 'shown'],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { projectTitle, ...dataset } = row;
  return { dataset, projectTitle };
}

/** Replaces the whole form. Check first that the name is available. */
export async function updateDataset(database: Queryable, hash: string, form: DatasetForm): Promise<Dataset> {
  const result = await database.query<Dataset>(
    `update datasets set name = $2, folded = $3, description = $4, sid = $5, pixel_size = $6, physical_spacing = $7,
       tissue_type = $8, device = $9, physical_sections = $10, bit_depth = $11, channels = $12::jsonb,
       attributes = $13::jsonb, name_prefixes = coalesce($14::jsonb, name_prefixes)
     where hash = $1 returning ${COLUMNS}`,
    [hash, ...toColumns(form)],
  );
  return onlyRow(result);
}
