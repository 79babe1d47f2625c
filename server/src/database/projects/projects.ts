import { foldText } from '@data-manager/lib/foldText';
import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import type { Sent } from '../../common/sent';
import { isoTime, newHash, onlyRow, type Queryable } from '../sql';
import { FormerTitles } from './formerTitles';
import { readPages, sortByText } from './pagedLists';

/** A project in the form of the wire contract. */
export const ProjectBody = Type.Object(
  {
    sponsorId: Type.String(),
    title: Type.String(),
    projectHash: Type.String(),
    description: Type.String(),
    createdAt: Type.String(),
    formerTitles: Type.Optional(FormerTitles),
    etag: Type.String({ description: 'Changes with the title and description. `If-Match` takes it in quotes.' }),
  },
  { $id: 'Project' },
);
export type Project = Sent<Static<typeof ProjectBody>>;

const COLUMNS = `sponsor_id as "sponsorId", title, hash as "projectHash", description, md5(row(title, description)::text) as etag,
  ${isoTime('created_at')} as "createdAt"`;

/** A project, and whether it was deleted. */
type FoundProject = Project & { readonly isDeleted: boolean };

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
  const { rows } = await database.query<{ title: string; isDeleted: boolean }>(
    `select title, deleted_at is not null as "isDeleted" from projects
     where sponsor_id = $1 and folded = $2 and hash <> $3`,
    [sponsorId, foldText(title), hash],
  );
  const [other] = rows;
  if (other === undefined) return;
  if (!other.isDeleted) {
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
  const result = await database.query<Project>(
    `insert into projects (hash, sponsor_id, title, folded, description) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [newHash(), project.sponsorId, project.title, foldText(project.title), project.description],
  );
  return onlyRow(result);
}

/** Projects that one query lists. */
const PROJECTS_PER_QUERY = 500;

/**
 * Lists a sponsor's projects by title, without deleted projects. A page is cut out of an index before its rows are filtered, or the planner,
 * without statistics, would sort all projects for each page.
 */
export async function listProjects(database: Queryable, sponsorId: string): Promise<Project[]> {
  const position = `(sponsor_id || '/' || hash) collate "C"`;
  const rows = await readPages<FoundProject>(
    (last) =>
      database.query(
        `select ${COLUMNS}, deleted_at is not null as "isDeleted"
         from (select * from projects where ${position} > $1 || '/' || $2 order by ${position} limit $3) page
         where sponsor_id = $1 order by ${position}`,
        [sponsorId, last?.projectHash ?? '', PROJECTS_PER_QUERY],
      ),
    PROJECTS_PER_QUERY,
  );
  const projects = rows.flatMap(({ isDeleted, ...project }) => (isDeleted ? [] : project));
  return sortByText(projects, ({ title }) => title);
}

/** Finds a project of a sponsor. Deleted projects are hidden by default. */
export async function findProject(
  database: Queryable,
  sponsorId: string,
  hash: string,
  { deleted }: { readonly deleted: 'hidden' | 'shown' } = { deleted: 'hidden' },
): Promise<Project | undefined> {
  const { rows } = await database.query<Project>(
    `select ${COLUMNS} from projects where sponsor_id = $1 and hash = $2 and (deleted_at is null or $3::boolean)`,
    [sponsorId, hash, deleted === 'shown'],
  );
  return rows[0];
}

/** Finds a project that is not deleted by its exact title. */
export async function findProjectByTitle(
  database: Queryable,
  sponsorId: string,
  title: string,
): Promise<Project | undefined> {
  const { rows } = await database.query<Project>(
    `select ${COLUMNS} from projects where sponsor_id = $1 and title = $2 and deleted_at is null`,
    [sponsorId, title],
  );
  return rows[0];
}

/** Updates the title and description. Check first that the title is available. */
export async function updateProject(
  database: Queryable,
  hash: string,
  { title, description }: { readonly title: string; readonly description: string },
): Promise<Project> {
  const result = await database.query<Project>(
    `update projects set title = $2, folded = $3, description = $4 where hash = $1 returning ${COLUMNS}`,
    [hash, title, foldText(title), description],
  );
  return onlyRow(result);
}
