import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, requireAdminFor, requireFound } from '../access';
import {
  checkTitleAvailable,
  createProject,
  findProject,
  listProjects,
  markProjectDeleted,
  updateProject,
} from '../database/projects';
import { withSponsorLock } from '../locks';
import { checkName } from '../objects/keyRules';
import type { Services } from '../services';
import { removeStored, renameStored } from '../storedPaths';
import { DeleteBody, Empty, errorResponses, FreeText, HashParams, Name } from './schemas';

const ProjectAnswer = Type.Object(
  {
    sponsorId: Type.String(),
    title: Type.String(),
    projectHash: Type.String(),
    description: Type.String(),
    createdAt: Type.String(),
  },
  { title: 'Project', description: 'The project.' },
);
const ProjectsAnswer = Type.Object(
  { projects: Type.Array(ProjectAnswer) },
  { description: 'Those of the caller’s sponsor.' },
);
const CreateBody = Type.Object({ title: Name, description: Type.Optional(FreeText) });
const ChangeBody = Type.Object({ title: Type.Optional(Name), description: Type.Optional(FreeText) });

/** The calls on `/project`. A sponsor's members see and change only its own. */
export function projectRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { database } = services;

  app.get(
    '/project',
    { schema: { summary: 'The sponsor’s projects', response: { 200: ProjectsAnswer } } },
    async (request) => ({
      projects: await listProjects(database, callerOf(request).sponsorId),
    }),
  );

  app.post<{ Body: Static<typeof CreateBody> }>(
    '/project',
    {
      schema: {
        summary: 'Makes a project',
        body: CreateBody,
        response: { 200: ProjectAnswer, ...errorResponses(409) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const { title, description = '' } = request.body;
      const project = { sponsorId, title: checkName('title', title), description };
      return withSponsorLock(sponsorId, () => createProject(database, project));
    },
  );

  app.patch<{ Params: Static<typeof HashParams>; Body: Static<typeof ChangeBody> }>(
    '/project/:hash',
    {
      schema: {
        summary: 'Changes title or description; files follow the title',
        params: HashParams,
        body: ChangeBody,
        response: { 200: ProjectAnswer, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const { hash } = request.params;
      const wished = request.body.title === undefined ? undefined : checkName('title', request.body.title);
      return withSponsorLock(sponsorId, async () => {
        const project = requireFound(await findProject(database, sponsorId, hash), 'project');
        const { description = project.description } = request.body;
        const title = wished ?? project.title;
        if (title === project.title) return updateProject(database, hash, { title, description });
        await checkTitleAvailable(database, { sponsorId, title, hash });
        return renameStored(
          services,
          { hash, fromPath: `${sponsorId}/${project.title}`, toPath: `${sponsorId}/${title}` },
          (transaction) => updateProject(transaction, hash, { title, description }),
          (transaction) => updateProject(transaction, hash, project),
        );
      });
    },
  );

  app.delete<{ Params: Static<typeof HashParams>; Body: Static<typeof DeleteBody> }>(
    '/project/:hash',
    {
      schema: {
        summary: 'Deletes a project; for good only as an administrator',
        params: HashParams,
        body: DeleteBody,
        response: { 200: Empty, ...errorResponses(403, 404) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { sponsorId } = caller;
      const { hash } = request.params;
      await withSponsorLock(sponsorId, async () => {
        if (request.body.permanentDelete !== true) {
          requireFound(await findProject(database, sponsorId, hash), 'project');
          await markProjectDeleted(database, hash);
          return;
        }
        // What a member deleted can still be deleted for good.
        const { title } = requireFound(await findProject(database, sponsorId, hash, { deleted: 'shown' }), 'project');
        requireAdminFor(caller, 'delete permanently');
        await removeStored(
          services,
          { kind: 'remove-project', hash, fromPath: `${sponsorId}/${title}` },
          (transaction) => markProjectDeleted(transaction, hash),
        );
      });
      return {};
    },
  );
  return Promise.resolve();
}
