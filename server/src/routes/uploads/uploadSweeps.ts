import { maintainTables } from '../../database/connection/maintenance';
import { resumeAdoptions } from '../../database/files/adoption';
import { dailySweep, exclusiveSweep, sweepHourly } from '../../jobs/sweepHourly';
import { removeDiscardedBlobs } from '../../objects/discardedBlobs';
import { sweepStorage } from '../../objects/storageSweep';
import { removeExpired, resumeRemovals } from '../deletions/removals';
import type { Routes } from '../services';

/** Contents that are younger may belong to requests that have not recorded them yet. */
const GRACE_MS = 24 * 60 * 60 * 1_000;

/** Finishes interrupted changes of files, and removes what nothing refers to. */
export const uploadSweeps: Routes = (app, services) => {
  const { uploads } = services;
  const { restoreDays, databaseUrl } = services.environment;
  async function sweep(signal: AbortSignal): Promise<void> {
    await resumeAdoptions(services.database, signal);
    await resumeRemovals(services, signal);
    if (restoreDays > 0) await removeExpired(services, restoreDays, signal);
    await uploads.sweep(signal);
    await removeDiscardedBlobs(services, signal);
    if (databaseUrl === undefined) await maintainTables(services.database);
  }

  async function sweepContents(signal: AbortSignal): Promise<void> {
    const isOwner = await sweepStorage(services, { signal, storedBefore: new Date(Date.now() - GRACE_MS) });
    if (isOwner) return;
    app.log.warn(`${services.blobs.place} has files that belong to another database. Files without a row stay there.`);
  }

  sweepHourly(app, exclusiveSweep(services.database, 'uploads', sweep));
  sweepHourly(app, dailySweep(services.database, 'storage', sweepContents));
};
