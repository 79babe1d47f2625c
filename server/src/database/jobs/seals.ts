import { isoTime, onlyRow, type Database, type Queryable } from '../sql';
import { endLeasedJob } from './pipelineJobs';

/** A seal of a dataset. */
interface Seal {
  readonly jobId: string;
  /** ISO-8601 UTC. */
  readonly sealedAt: string;
  /** The dataset has changed since. */
  readonly isBroken: boolean;
}

/** A seal with its files. */
export interface SealWithFiles extends Seal {
  readonly dataset: string;
  /** Their texts by name. */
  readonly files: Readonly<Record<string, string>>;
}

const COLUMNS = `job_id as "jobId", ${isoTime('sealed_at')} as "sealedAt",
  fingerprint is distinct from dataset_fingerprint(dataset_hash) as "isBroken"`;

/** Finds the latest seal of a dataset. */
export async function findSeal(database: Queryable, datasetHash: string): Promise<Seal | undefined> {
  const { rows } = await database.query<Seal>(
    `select ${COLUMNS} from seals where dataset_hash = $1 order by sealed_at desc limit 1`,
    [datasetHash],
  );
  return rows[0];
}

/** Finds the latest seal of a dataset, with its files. */
export async function findSealFiles(database: Queryable, datasetHash: string): Promise<SealWithFiles | undefined> {
  const { rows } = await database.query<SealWithFiles>(
    `select ${COLUMNS}, files, name as dataset from seals join datasets on datasets.hash = dataset_hash
     where dataset_hash = $1 and datasets.deleted_at is null order by sealed_at desc limit 1`,
    [datasetHash],
  );
  return rows[0];
}

/** Finds the latest seal of the dataset with a path (`sponsor/project/dataset`), with its files, unless it is broken. */
export async function findIntactSeal(database: Queryable, path: string): Promise<SealWithFiles | undefined> {
  const { rows } = await database.query<{ hash: string }>(
    `select datasets.hash from datasets join projects on projects.hash = project_hash
     where sponsor_id || '/' || title || '/' || name = $2 and sponsor_id = $1
       and datasets.deleted_at is null and projects.deleted_at is null`,
    [path.slice(0, path.indexOf('/')), path],
  );
  const seal = rows[0] && (await findSealFiles(database, rows[0].hash));
  return seal?.isBroken === false ? seal : undefined;
}

/** Returns a text that changes with the files and the metadata of a dataset. */
export async function fingerprintOf(database: Queryable, datasetHash: string): Promise<string | undefined> {
  const result = await database.query<{ fingerprint?: string }>('select dataset_fingerprint($1) as fingerprint', [
    datasetHash,
  ]);
  return onlyRow(result).fingerprint;
}

/** Stores a seal and ends its job. Returns false if the lease was lost. */
export function endSealJob(
  database: Database,
  job: { readonly jobId: string; readonly datasetHash: string; readonly leaseId: string },
  seal: { readonly fingerprint: string; readonly files: Readonly<Record<string, string>> },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await endLeasedJob(transaction, job.leaseId, { status: 'DONE' }))) return false;
    await transaction.query('insert into seals (job_id, dataset_hash, fingerprint, files) values ($1, $2, $3, $4)', [
      job.jobId,
      job.datasetHash,
      seal.fingerprint,
      seal.files,
    ]);
    return true;
  });
}
