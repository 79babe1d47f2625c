import { Type } from '@sinclair/typebox';
import { checkKeyLengths, isLonger } from '../../database/files/keyLengths';
import { forgetTitle, rememberTitle } from '../../database/projects/formerTitles';
import { checkTitleAvailable, createProject, findProject, updateProject } from '../../database/projects/projects';
import { withSponsorLock } from '../../database/projects/sponsorLock';
import { callerOf, requireFound } from '../../http/access';
import { changedResponse, requireUnchanged, sendTagged } from '../../http/conditional';
import { errorResponses, FreeText, HashParams, Name } from '../../http/schemas';
import { checkName } from '../../names/keyRules';
import { recordItem } from '../recordItem';
import type { Routes } from '../services';
import { ProjectResponse } from './projectSchemas';

const CreateBody = Type.Object({ title: Name, description: Type.Optional(FreeText) });
const ChangeBody = Type.Object({ title: Type.Optional(Name), description: Type.Optional(FreeText) });

/** The `/project` routes that create and change projects of the caller’s sponsor. */
export const changeProjectRoutes: Routes = (app, { database }) => {
  const createSchema = {
    summary: 'Creates a project',
    body: CreateBody,
    response: { 200: ProjectResponse, ...errorResponses(409) },
  };
  app.post('/project', { schema: createSchema }, async (request) => {
    const { sponsorId } = callerOf(request);
    const { title, description = '' } = request.body;
    const form = { sponsorId, title: checkName('title', title), description };
    return withSponsorLock(database, sponsorId, async (transaction) => {
      const project = await createProject(transaction, form);
      await recordItem(transaction, request, 'create', project);
      return project;
    });
  });

  const changeSchema = {
    summary: 'Changes the title or description; renaming moves the files',
    params: HashParams,
    body: ChangeBody,
    response: { 200: ProjectResponse, ...errorResponses(404, 409), ...changedResponse(ProjectResponse) },
  };
  app.patch('/project/:hash', { schema: changeSchema }, async (request, reply) => {
    const { sponsorId } = callerOf(request);
    const { hash } = request.params;
    const newTitle = request.body.title === undefined ? undefined : checkName('title', request.body.title);
    return withSponsorLock(database, sponsorId, async (transaction) => {
      const project = requireFound(await findProject(transaction, sponsorId, hash), 'project');
      requireUnchanged(request, project);
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
      if (description !== project.description) await recordItem(transaction, request, 'change', changed, 'description');
      return sendTagged(reply, changed);
    });
  });
};
