import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, requireFound } from '../access';
import { forgetTitle, rememberTitle } from '../database/formerTitles';
import { checkKeyLengths, isLonger } from '../database/keyLengths';
import { checkTitleAvailable, createProject, findProject, updateProject } from '../database/projects';
import { withSponsorLock } from '../locks';
import { checkName } from '../objects/keyRules';
import type { Services } from '../services';
import { ProjectResponse } from './projectSchemas';
import { recordItem } from './recordItem';
import { errorResponses, FreeText, HashParams, Name } from './schemas';

const CreateBody = Type.Object({ title: Name, description: Type.Optional(FreeText) });
const ChangeBody = Type.Object({ title: Type.Optional(Name), description: Type.Optional(FreeText) });

/** The `/project` routes that create and change projects of the caller’s sponsor. */
export const changeProjectRoutes: FastifyPluginCallbackTypebox<Services> = (app, { database }, done) => {
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
        await recordItem(transaction, request, 'create', project);
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
        if (title !== project.title) await recordItem(transaction, request, 'rename', changed, `from ${project.title}`);
        if (description !== project.description)
          await recordItem(transaction, request, 'change', changed, 'description');
        return changed;
      });
    },
  );
  done();
};
