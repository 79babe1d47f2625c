import { HttpError } from '../errors';
import { newHash, onlyRow, type Queryable } from './sql';

/** A project as the wire contract tells it. */
export interface Project {
  readonly sponsorId: string;
  readonly title: string;
  readonly projectHash: string;
  readonly description: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
}

interface ProjectRow {
  hash: string;
  sponsor_id: string;
  title: string;
  description: string;
  created_at: Date;
  deleted_at: Date | null;
}

function toProject(row: ProjectRow): Project {
  return {
    sponsorId: row.sponsor_id,
    title: row.title,
    projectHash: row.hash,
    description: row.description,
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Checks that a title is free for a project of a sponsor.
 *
 * @param hash of the project that wants it, where there is one already
 * @throws HttpFailure 409 where another one has it, in any case; deleted ones keep theirs, since their files stay
 * under it and must not turn up in a new project.
 */
export async function checkTitleAvailable(
  database: Queryable,
  { sponsorId, title, hash = '' }: { readonly sponsorId: string; readonly title: string; readonly hash?: string },
): Promise<void> {
  const result = await database.query<ProjectRow>(
    'select * from projects where sponsor_id = $1 and lower(title) = lower($2) and hash <> $3',
    [sponsorId, title, hash],
  );
  const [other] = result.rows;
  if (other === undefined) return;
  if (other.deleted_at === null) {
    throw new HttpError(409, `There is already a project with the title “${other.title}”.`, 'EXISTS');
  }
  throw new HttpError(
    409,
    `A deleted project still has the title “${other.title}”, and its files are kept under it. Choose another title.`,
    'DELETED',
  );
}

/**
 * Adds a project. The title is taken as it comes: `nameRules.ts` checks what people type.
 *
 * @throws HttpFailure 409 where the title is taken.
 */
export async function createProject(
  database: Queryable,
  project: { readonly sponsorId: string; readonly title: string; readonly description: string },
): Promise<Project> {
  await checkTitleAvailable(database, project);
  const result = await database.query<ProjectRow>(
    'insert into projects (hash, sponsor_id, title, description) values ($1, $2, $3, $4) returning *',
    [newHash(), project.sponsorId, project.title, project.description],
  );
  return toProject(onlyRow(result));
}

/** A sponsor's projects that are not deleted, by title. */
export async function listProjects(database: Queryable, sponsorId: string): Promise<Project[]> {
  const result = await database.query<ProjectRow>(
    'select * from projects where sponsor_id = $1 and deleted_at is null order by lower(title)',
    [sponsorId],
  );
  return result.rows.map(toProject);
}

/** A sponsor's project by its hash; deleted ones only where asked for. */
export async function findProject(
  database: Queryable,
  sponsorId: string,
  hash: string,
  { deleted }: { readonly deleted: 'hidden' | 'shown' } = { deleted: 'hidden' },
): Promise<Project | undefined> {
  const result = await database.query<ProjectRow>('select * from projects where sponsor_id = $1 and hash = $2', [
    sponsorId,
    hash,
  ]);
  const row = result.rows[0];
  return row === undefined || (row.deleted_at !== null && deleted === 'hidden') ? undefined : toProject(row);
}

/** A sponsor's project by its exact title, unless it is deleted. */
export async function findProjectByTitle(
  database: Queryable,
  sponsorId: string,
  title: string,
): Promise<Project | undefined> {
  const result = await database.query<ProjectRow>(
    'select * from projects where sponsor_id = $1 and title = $2 and deleted_at is null',
    [sponsorId, title],
  );
  const row = result.rows[0];
  return row === undefined ? undefined : toProject(row);
}

/** Writes a project's title, which has to be free, and description. */
export async function updateProject(
  database: Queryable,
  hash: string,
  { title, description }: { readonly title: string; readonly description: string },
): Promise<Project> {
  const result = await database.query<ProjectRow>(
    'update projects set title = $2, description = $3 where hash = $1 returning *',
    [hash, title, description],
  );
  return toProject(onlyRow(result));
}

/** Hides a project; its row, its title and its objects stay. */
export async function markProjectDeleted(database: Queryable, hash: string): Promise<void> {
  await database.query('update projects set deleted_at = coalesce(deleted_at, now()) where hash = $1', [hash]);
}

/** Removes a project's row with those of its datasets and jobs. */
export async function removeProject(database: Queryable, hash: string): Promise<void> {
  await database.query('delete from projects where hash = $1', [hash]);
}

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
