import type { Queryable } from '../sql';
import { IS_FREE } from './leases';

/** Kinds of jobs. */
export const JOB_KINDS = ['archive', 'pyramid', 'multimodel', 'atlas', 'seal', 'removal'] as const;
/** States of jobs. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;

/** The number of jobs of a kind in a state. */
interface JobCount {
  readonly kind: (typeof JOB_KINDS)[number];
  readonly state: (typeof JOB_STATES)[number];
  readonly count: number;
}

/** Counts the jobs of all servers on a database. Kinds and states without jobs are omitted. */
export async function countJobs(database: Queryable): Promise<readonly JobCount[]> {
  const { rows } = await database.query<JobCount>(
    `select 'archive' as kind, case when status = 'COMPLETED' then 'done' when status = 'FAILED' then 'failed'
       when ${IS_FREE} then 'queued' else 'running' end as state, count(*) as count
     from archives group by 1, 2
     union all select kind, lower(status), count(*) from pipeline_jobs group by 1, 2
     union all select 'removal', case when ${IS_FREE} then 'queued' else 'running' end, count(*)
     from pending_work group by 1, 2`,
  );
  return rows;
}
