import type { Queryable } from '../sql';

/** Ended jobs of a dataset that are kept, of each kind and status. Only the latest jobs are shown. */
const KEPT_JOBS = 10;

/** Deletes jobs that ended long ago. */
export async function pruneEndedJobs(database: Queryable): Promise<void> {
  await database.query(
    `delete from pipeline_jobs where id in (
       select id from (
         select id, row_number() over (partition by dataset_hash, kind, status order by updated_at desc, id) as position
         from pipeline_jobs where status in ('DONE', 'FAILED')
       ) ended where position > $1
     )`,
    [KEPT_JOBS],
  );
}
