import type { Queryable } from './queryable';

/** The paths of a sponsor's deleted projects and datasets whose objects are still kept. */
export async function listDeletedPaths(database: Queryable, sponsorId: string): Promise<string[]> {
  const result = await database.query<{ path: string }>(
    `select sponsor_id || '/' || title as path from projects where sponsor_id = $1 and deleted_at is not null
     union all
     select projects.sponsor_id || '/' || projects.title || '/' || datasets.name
     from datasets join projects on projects.hash = datasets.project_hash
     where projects.sponsor_id = $1 and datasets.deleted_at is not null`,
    [sponsorId],
  );
  return result.rows.map(({ path }) => path);
}
