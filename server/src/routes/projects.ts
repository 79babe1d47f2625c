import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { callerOf, requireAdminFor, requireFound } from '../access';
import { actorOf, recordEvent, type AuditEvent } from '../database/auditLog';
import { restoreDeleted } from '../database/deletedItems';
import { forgetTitle, listFormerTitles, rememberTitle, withFormerTitles } from '../database/formerTitles';
import { checkKeyLengths, isLonger } from '../database/keyLengths';
import {
  checkTitleAvailable,
  createProject,
  findProject,
  listProjects,
  markProjectDeleted,
  updateProject,
  type Project,
} from '../database/projects';
import type { Queryable } from '../database/sql';
import { createHeavyLimit, withSponsorLock } from '../locks';
import { checkName } from '../objects/keyRules';
import { createProjectSummaries } from '../projectSummaries';
import { removePermanently } from '../removals';
import type { Services } from '../services';
import { DeleteBody, Empty, errorResponses, FormerTitles, FreeText, HashParams, Name, refTo } from './schemas';

export const ProjectBody = Type.Object(
  {
    sponsorId: Type.String(),
    title: Type.String(),
    projectHash: Type.String(),
    description: Type.String(),
    createdAt: Type.String(),
    formerTitles: Type.Optional(FormerTitles),
  },
  { $id: 'Project' },
);
const ProjectResponse = refTo(ProjectBody, 'The project.');
const ProjectsResponse = Type.Object(
  { projects: Type.Array(refTo(ProjectBody)) },
  { description: 'The projects of the caller’s sponsor.' },
);
const SummariesResponse = Type.Object(
  {
    summaries: Type.Record(
      Type.String(),
      Type.Object({
        datasets: Type.Integer({ minimum: 0 }),
        complete: Type.Optional(
          Type.Integer({
            minimum: 0,
            description:
              'Number of datasets with a readable file for every expected image. Absent while it is unknown.',
          }),
        ),
        files: Type.Integer({ minimum: 0 }),
        size: Type.Integer({ minimum: 0, description: 'Bytes of all files.' }),
        samples: Type.Array(
          Type.Object({ key: Type.String(), size: Type.Integer({ minimum: 0 }), lastModified: Type.String() }),
          { description: 'Up to three images of different datasets, or outside of all datasets.' },
        ),
      }),
    ),
  },
  { description: 'By project hash.' },
);
const CreateBody = Type.Object({ title: Name, description: Type.Optional(FreeText) });
const ChangeBody = Type.Object({ title: Type.Optional(Name), description: Type.Optional(FreeText) });

/** The `/project` routes. Callers only see and change projects of their own sponsor. */
export const projectRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const { database } = services;
  const summarizeProjects = createProjectSummaries(services);
  /** Apart from other heavy requests, because the first summary of a large project takes a while. */
  const limitSummaries = createHeavyLimit();

  /** Records an event about a project. */
  async function record(
    transaction: Queryable,
    request: FastifyRequest,
    action: AuditEvent['action'],
    { projectHash: id, title: name }: Project,
    details?: string,
  ): Promise<void> {
    await recordEvent(transaction, actorOf(request), { action, type: 'project', id, name, details });
  }

  app.get(
    '/project/summary',
    {
      schema: {
        summary: 'Returns the counts, sizes and completeness of the sponsor’s projects',
        response: { 200: SummariesResponse, ...errorResponses(429) },
      },
    },
    async (request) => {
      const { sponsorId, userId } = callerOf(request);
      return { summaries: await limitSummaries(userId, () => summarizeProjects(sponsorId)) };
    },
  );

  app.get(
    '/project',
    { schema: { summary: 'Lists the sponsor’s projects', response: { 200: ProjectsResponse } } },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const titles = await listFormerTitles(database, sponsorId);
      const projects = await listProjects(database, sponsorId);
      return { projects: withFormerTitles(projects, titles, ({ projectHash }) => projectHash) };
    },
  );

  app.post(
    '/project',
    {
      schema: {
        summary: 'Creates a project',
        body: CreateBody,
        response: { 200: ProjectResponse, ...errorResponses(409) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const { title, description = '' } = request.body;
      const form = { sponsorId, title: checkName('title', title), description };
      return withSponsorLock(database, sponsorId, async (transaction) => {
        const project = await createProject(transaction, form);
        await record(transaction, request, 'create', project);
        return project;
      });
    },
  );

  app.patch(
    '/project/:hash',
    {
      schema: {
        summary: 'Changes the title or description; renaming moves the files',
        params: HashParams,
        body: ChangeBody,
        response: { 200: ProjectResponse, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const { hash } = request.params;
      const newTitle = request.body.title === undefined ? undefined : checkName('title', request.body.title);
      return withSponsorLock(database, sponsorId, async (transaction) => {
        const project = requireFound(await findProject(transaction, sponsorId, hash), 'project');
        const { description = project.description } = request.body;
        const title = newTitle ?? project.title;
        if (title !== project.title) {
          await checkTitleAvailable(transaction, { sponsorId, title, hash });
          if (isLonger(title, project.title)) await checkKeyLengths(transaction, { projectHash: hash, title });
          await rememberTitle(transaction, { scope: sponsorId, title: project.title }, { projectHash: hash });
          await forgetTitle(transaction, { scope: sponsorId, title });
        }
        const changed = await updateProject(transaction, hash, { title, description });
        if (title !== project.title) await record(transaction, request, 'rename', changed, `from ${project.title}`);
        if (description !== project.description) await record(transaction, request, 'change', changed, 'description');
        return changed;
      });
    },
  );

  app.delete(
    '/project/:hash',
    {
      schema: {
        summary: 'Deletes a project; only administrators can delete permanently',
        params: HashParams,
        body: DeleteBody,
        response: { 200: Empty, ...errorResponses(403, 404) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { sponsorId } = caller;
      const { hash } = request.params;
      if (request.body.permanentDelete !== true) {
        const project = requireFound(await findProject(database, sponsorId, hash), 'project');
        await database.transaction(async (transaction) => {
          await markProjectDeleted(transaction, hash, caller.userId);
          await record(transaction, request, 'delete', project);
        });
        return {};
      }
      // A project that a member has deleted can still be deleted permanently.
      const project = requireFound(await findProject(database, sponsorId, hash, { deleted: 'shown' }), 'project');
      requireAdminFor(caller, 'delete permanently');
      await removePermanently(services, { kind: 'remove-project', hash, sponsorId }, async (transaction) => {
        await markProjectDeleted(transaction, hash);
        await record(transaction, request, 'delete permanently', project);
      });
      return {};
    },
  );

  app.post(
    '/project/:hash/restore',
    {
      schema: {
        summary: 'Restores a project that was not deleted permanently',
        params: HashParams,
        response: { 200: ProjectResponse, ...errorResponses(404) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const { hash } = request.params;
      return withSponsorLock(database, sponsorId, async (transaction) => {
        const found = await findProject(transaction, sponsorId, hash, { deleted: 'shown' });
        const isRestored = found !== undefined && (await restoreDeleted(transaction, 'projects', hash));
        const project = requireFound(isRestored ? found : undefined, 'project');
        await record(transaction, request, 'restore', project);
        return project;
      });
    },
  );
  done();
};
