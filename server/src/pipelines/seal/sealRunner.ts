import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFreshPaths } from '@data-manager/domain/fetches/localPaths';
import { listReceipts, type Receipt, type ReceiptPosition } from '../../database/activity/receipts';
import { findChecksums, recordChecksums, type Checksums } from '../../database/files/checksums';
import type { StoredObject } from '../../database/files/storedObject';
import { holdLease, LeaseLostError, newLeaseId } from '../../database/jobs/leases';
import {
  endLeasedJob,
  findJobLocation,
  saveJobProgress,
  takeJob,
  type LeasedJob,
} from '../../database/jobs/pipelineJobs';
import { endSealJob, fingerprintOf } from '../../database/jobs/seals';
import { findDataset } from '../../database/projects/datasets';
import type { Database } from '../../database/sql';
import { jobErrorMessage } from '../../disk/durableFiles';
import { BUNDLE_DIR } from '../../folders';
import { startJobRunner, type JobRunner } from '../../jobs/jobRunner';
import { hashStream } from '../../objects/checksums';
import { listAllPages, type ReadableObjects } from '../../objects/objectStore';
import { makeBag, type PayloadFile } from './bag';
import type { SealKeys } from './sealKeys';

/** A job that was started this often has probably crashed its servers. */
const MAX_ATTEMPTS = 10;
const FAILED = "The dataset could not be sealed. See the server's log.";
const CHANGED = 'The dataset was changed while it was being sealed. Seal it again.';
const DELETED = 'The dataset was deleted.';
const EMPTY = 'The dataset has no files.';
const RECEIPTS_PER_PAGE = 500;

interface SealParts {
  readonly database: Database;
  readonly objects: ReadableObjects;
  readonly sealKeys: SealKeys;
  readonly publicUrl: string;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

/** Runs queued jobs that seal datasets in the background, one at a time. */
export function startSealRunner(parts: SealParts): JobRunner {
  const { database, report } = parts;
  return startJobRunner({
    concurrency: 1,
    take: () => takeJob(database, 'seal', newLeaseId()),
    async run(job, stop) {
      try {
        await holdLease(database, { table: 'pipeline_jobs', id: job.leaseId }, stop, async (signal) => {
          const message = await seal(parts, job, signal).catch((error: unknown) => {
            if (signal.aborted || error instanceof LeaseLostError) throw error;
            return jobErrorMessage(error, FAILED, report);
          });
          if (message !== undefined) await endLeasedJob(database, job.leaseId, { status: 'FAILED', message });
        });
      } catch (error) {
        if (!stop.aborted && !(error instanceof LeaseLostError)) throw error;
      }
    },
    report,
  });
}

/** Seals a dataset. Returns why it failed, or undefined. */
async function seal(parts: SealParts, job: LeasedJob, signal: AbortSignal): Promise<string | undefined> {
  const { database, sealKeys, publicUrl } = parts;
  const { jobId, datasetHash, attempts } = job;
  if (attempts > MAX_ATTEMPTS) return FAILED;
  const place = await findJobLocation(database, jobId);
  const found = place && (await findDataset(database, place.sponsorId, datasetHash));
  const fingerprint = await fingerprintOf(database, datasetHash);
  if (place === undefined || found === undefined || fingerprint === undefined) return DELETED;
  const { sponsorId, datasetPath } = place;
  const files = await hashFiles(parts, job, datasetPath, signal);
  if (files.length === 0) return EMPTY;
  const bag = makeBag({
    sponsorId,
    project: found.projectTitle,
    dataset: found.dataset,
    files,
    receipts: await allReceipts(database, datasetPath),
    sealedAt: new Date(),
    keysUrl: `${publicUrl}/seal/keys`,
    key: await sealKeys.current(),
    script: await readFile(join(BUNDLE_DIR, 'verify.js'), 'utf8'),
  });
  if ((await fingerprintOf(database, datasetHash)) !== fingerprint) return CHANGED;
  if (!(await endSealJob(database, job, { fingerprint, files: bag }))) throw new LeaseLostError();
  return undefined;
}

/** Returns the files of a dataset with their paths in a bag. Computes the checksums that are not known. */
async function hashFiles(
  { database, objects }: SealParts,
  { leaseId }: LeasedJob,
  datasetPath: string,
  signal: AbortSignal,
): Promise<readonly PayloadFile[]> {
  const paths = createFreshPaths(`${datasetPath}/`, undefined, datasetPath);
  const files: PayloadFile[] = [];
  for await (const page of listAllPages(objects, datasetPath)) {
    const listed = page.filter(({ key }) => !key.endsWith('/'));
    const known = await findChecksums(
      database,
      listed.map(({ blob }) => blob),
    );
    for (const object of listed) {
      const { sha256 } = known.get(object.blob) ?? (await hashObject(database, objects, object, signal));
      files.push({ path: paths.fileAt(object.key), size: object.size, sha256 });
    }
    const message = `${String(files.length)} files are hashed.`;
    if (!(await saveJobProgress(database, leaseId, message))) throw new LeaseLostError();
  }
  return files;
}

async function hashObject(
  database: Database,
  objects: ReadableObjects,
  object: StoredObject,
  signal: AbortSignal,
): Promise<Checksums> {
  const checksums = await hashStream({ body: objects.read(object), size: object.size }, () => signal.throwIfAborted());
  await recordChecksums(database, new Map([[object.blob, checksums]]));
  return checksums;
}

async function allReceipts(database: Database, datasetPath: string): Promise<readonly Receipt[]> {
  const all: Receipt[] = [];
  let after: ReceiptPosition | undefined;
  do {
    const page = await listReceipts(database, datasetPath, {
      after,
      limit: RECEIPTS_PER_PAGE,
      partLimit: Number.MAX_SAFE_INTEGER,
    });
    all.push(...page.receipts);
    after = page.last;
  } while (after !== undefined);
  return all;
}
