import { foldText } from '@data-manager/lib/foldText';
import { HttpError } from '../errors';
import { readPages, sortByText } from './pagedLists';
import { newHash, onlyRow, type Queryable } from './sql';

/** A project in the form of the wire contract. */
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
 * Checks that no other project of a sponsor has a title that reads the same. Deleted projects keep their titles, because
 * their files must not appear in a new project. Callers hold the sponsor's lock.
 *
 * @param hash The project to rename; omitted for a new project.
 * @throws HttpError 409 if the title is taken.
 */
export async function checkTitleAvailable(
  database: Queryable,
  { sponsorId, title, hash = '' }: { readonly sponsorId: string; readonly title: string; readonly hash?: string },
): Promise<void> {
  const result = await database.query<ProjectRow>(
    'select * from projects where sponsor_id = $1 and folded = $2 and hash <> $3',
    [sponsorId, foldText(title), hash],
  );
  const [other] = result.rows;
  if (other === undefined) return;
  if (other.deleted_at === null) {
    throw new HttpError(409, `A project with the title “${other.title}” already exists.`, 'EXISTS');
  }
  throw new HttpError(
    409,
    `A deleted project has the title “${other.title}”, and its files are kept. Choose another title.`,
    'DELETED',
  );
}

/**
 * Adds a project, whose title has been validated by `keyRules.ts`.
 *
 * @throws HttpError 409 if the title is taken.
 */
export async function createProject(
  database: Queryable,
  project: { readonly sponsorId: string; readonly title: string; readonly description: string },
): Promise<Project> {
  await checkTitleAvailable(database, project);
  const result = await database.query<ProjectRow>(
    'insert into projects (hash, sponsor_id, title, folded, description) values ($1, $2, $3, $4, $5) returning *',
    [newHash(), project.sponsorId, project.title, foldText(project.title), project.description],
  );
  return toProject(onlyRow(result));
}

/** Projects that one query lists. */
const PROJECTS_PER_QUERY = 500;

/**
 * Lists a sponsor's projects by title, without deleted ones. A page is cut out of an index before it is looked at, or the planner,
 * without statistics, would sort all projects for each page.
 */
export async function listProjects(database: Queryable, sponsorId: string): Promise<Project[]> {
  const position = `(sponsor_id || '/' || hash) collate "C"`;
  const rows = await readPages<ProjectRow>(
    (last) =>
      database.query(
        `select hash, sponsor_id, title, description, created_at, deleted_at
         from (select * from projects where ${position} > $1 || '/' || $2 order by ${position} limit $3) page
         where sponsor_id = $1 order by ${position}`,
        [sponsorId, last?.hash ?? '', PROJECTS_PER_QUERY],
      ),
    PROJECTS_PER_QUERY,
  );
  const projects = rows.filter((row) => row.deleted_at === null).map(toProject);
  return sortByText(projects, ({ title }) => title);
}

/** Finds a project of a sponsor. Deleted projects are hidden by default. */
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

/** Finds a project that is not deleted by its exact title. */
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

/** Updates the title and description. Check first that the title is available. */
export async function updateProject(
  database: Queryable,
  hash: string,
  { title, description }: { readonly title: string; readonly description: string },
): Promise<Project> {
  const result = await database.query<ProjectRow>(
    'update projects set title = $2, folded = $3, description = $4 where hash = $1 returning *',
    [hash, title, foldText(title), description],
  );
  return toProject(onlyRow(result));
}
