import type { ObjectPlace } from '../files/objectPlaces';
import { isoTime, type Queryable } from '../sql';
import { findNames } from './activity';

/** Where an uploaded file comes from, as far as its client says. */
export interface UploadOrigin {
  /** The program that has sent it. */
  readonly client?: string | undefined;
  /** The name of the checksum file with which it agreed. */
  readonly manifest?: string | undefined;
  /** The name of the followed folder in which it appeared. */
  readonly followedFolder?: string | undefined;
}

/** The proof of a completed upload. */
export interface Receipt extends Readonly<Partial<Record<keyof UploadOrigin, string>>> {
  /** The same when the file is renamed. */
  readonly id: string;
  /** The present key of the file, or its key when its project or dataset was removed. */
  readonly key: string;
  /** The key of the upload, if the file has another one now. */
  readonly formerKey?: string;
  /** Size in bytes. */
  readonly size: number;
  /** The MD5 of the content in S3's multipart form. */
  readonly checksum: string;
  readonly parts: readonly (readonly [size: number | null, md5: string])[];
  /** Absent if the server itself has uploaded it. */
  readonly userId?: string;
  readonly userName?: string;
  /** ISO-8601 UTC. */
  readonly completedAt: string;
}

interface NewReceipt {
  readonly key: string;
  readonly blob: string;
  /** The blob that it replaces. */
  readonly replaced: string | undefined;
  readonly place: ObjectPlace;
  readonly size: number;
  readonly checksum: string;
  readonly parts: Receipt['parts'];
  readonly userId: string | undefined;
  readonly origin: UploadOrigin;
}

/** Adds the receipt of an upload. Use the transaction that completes it. */
export async function addReceipt(transaction: Queryable, receipt: NewReceipt): Promise<void> {
  const { key, blob, replaced, place, size, checksum, parts, userId, origin } = receipt;
  await transaction.query(
    `insert into receipts (blob, chain, sponsor_id, project_hash, dataset_hash, path, key, size, checksum, parts, user_id, client,
       manifest, followed_folder)
     select $1, coalesce(
       (select chain from receipts where blob = $2),
       (select chain from receipts where ${atPlace(place, 4)} order by completed_at desc limit 1),
       $1
     ), split_part($3, '/', 1), $4, $5, $6, $3, $7, $8, $9::text::jsonb, $10, $11, $12, $13`,
    [
      ...[blob, replaced, key, place.projectHash, place.datasetHash, place.path].map((value) => value ?? null),
      ...[size, checksum, JSON.stringify(parts)],
      ...[userId, origin.client, origin.manifest, origin.followedFolder].map((value) => value ?? null),
    ],
  );
}

/** A condition with the parameters of a project and a dataset. Two texts, so that each is planned with the index of places. */
function within({ datasetHash }: Pick<ObjectPlace, 'datasetHash'>, first: number): string {
  const dataset = `$${String(first + 1)}`;
  const ofDataset =
    datasetHash === undefined ? `dataset_hash is null and ${dataset}::text is null` : `dataset_hash = ${dataset}`;
  return `project_hash = $${String(first)} and ${ofDataset}`;
}

/** A condition with the parameters of a project, a dataset and a path. */
function atPlace(owner: Pick<ObjectPlace, 'datasetHash'>, first: number): string {
  return `${within(owner, first)} and path = $${String(first + 2)}`;
}

/** The last receipt of a page. */
export interface ReceiptPosition {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly blob: string;
}

interface PageRequest {
  readonly after: ReceiptPosition | undefined;
  readonly limit: number;
  /** The most parts of a page, unless a single receipt has more. */
  readonly partLimit: number;
}

/**
 * Lists the receipts of a sponsor, a project, a dataset, a folder or a file (`sponsor[/project[/…]]`), the latest first. Those of a
 * file are its chain: also what it has replaced, and what had its name before it was deleted.
 */
export async function listReceipts(
  database: Queryable,
  path: string,
  { after, limit, partLimit }: PageRequest,
): Promise<{ readonly receipts: readonly Receipt[]; readonly last?: ReceiptPosition }> {
  const scope = await findScope(database, path);
  if (scope === undefined) return { receipts: [] };
  const { rows } = await database.query<Receipt & { uploaded: string; at: number; total: number }>(
    `select page.blob as id, size, checksum, parts, user_id as "userId", client, manifest, followed_folder as "followedFolder", key as uploaded,
       ${isoTime('completed_at')} as "completedAt", (extract(epoch from completed_at) * 1000)::bigint as at, total,
       case when datasets.hash is null and (projects.hash is null or page.dataset_hash is not null) then key
         else projects.sponsor_id || '/' || title || '/' || coalesce(name || '/', '') || path end as key
     from (
       select *, count(*) over () as total,
         sum(jsonb_array_length(parts)) over (order by completed_at desc, blob desc) - jsonb_array_length(parts) as before
       from (
         select * from receipts where ${scope.condition} and (completed_at, blob) < ($1::timestamptz, $2)
         order by completed_at desc, blob desc limit $3
       ) receipts
     ) page
     left join projects on projects.hash = page.project_hash
     left join datasets on datasets.hash = page.dataset_hash
     where before < $4
     order by completed_at desc, page.blob desc limit $3 - 1`,
    [
      after === undefined ? 'infinity' : new Date(after.at).toISOString(),
      after?.blob ?? '',
      limit + 1,
      partLimit,
      ...scope.values,
    ],
  );
  const names = await findNames(database, [...new Set(rows.flatMap(({ userId }) => userId ?? []))]);
  const receipts = rows.map((row) => {
    const userName = names.get(row.userId ?? '');
    return {
      ...row,
      ...(row.uploaded !== row.key && { formerKey: row.uploaded }),
      ...(userName !== undefined && { userName }),
    };
  });
  const last = rows.at(-1);
  return last === undefined || rows.length === last.total
    ? { receipts }
    : { receipts, last: { at: last.at, blob: last.id } };
}

/** A condition with parameters from `$5` on. */
interface Scope {
  readonly condition: string;
  readonly values: readonly unknown[];
}

interface OwnerRow {
  projectHash: string;
  datasetHash?: string;
}

/** Returns undefined for a project that does not exist. */
async function findScope(database: Queryable, path: string): Promise<Scope | undefined> {
  const [sponsorId, title, first, ...below] = path.split('/');
  if (title === undefined) return { condition: 'sponsor_id = $5', values: [sponsorId] };
  const found = await database.query<OwnerRow>(
    `select projects.hash as "projectHash", datasets.hash as "datasetHash" from projects
     left join datasets on project_hash || '/' || name = projects.hash || '/' || $3::text and datasets.deleted_at is null
     where sponsor_id = $1 and title = $2 and projects.deleted_at is null`,
    [sponsorId, title, first ?? null],
  );
  const [owner] = found.rows;
  if (owner === undefined) return undefined;
  const { projectHash, datasetHash } = owner;
  if (first === undefined) return { condition: 'project_hash = $5', values: [projectHash] };
  if (datasetHash !== undefined && below.length === 0) return { condition: 'dataset_hash = $5', values: [datasetHash] };
  const inside = (datasetHash === undefined ? [first, ...below] : below).join('/');
  const values = [projectHash, datasetHash ?? null, inside];
  // The receipt of the present file, or of the latest one with its name.
  const { rows } = await database.query<{ chain?: string }>(
    `select coalesce(
       (select chain from receipts where blob = (select blob from objects where ${atPlace(owner, 1)})),
       (select chain from receipts where ${atPlace(owner, 1)} order by completed_at desc limit 1)
     ) as chain`,
    values,
  );
  const chain = rows[0]?.chain;
  return chain === undefined
    ? { condition: `${within(owner, 5)} and path >= $7 || '/' and path < $7 || '0'`, values }
    : { condition: 'chain = $5', values: [chain] };
}
