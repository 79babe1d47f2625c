import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { callerOf, requireFound } from '../access';
import { restoreDeleted } from '../database/deletedItems';
import { findProject } from '../database/projects';
import { withSponsorLock } from '../locks';
import type { Services } from '../services';
import { deleteRoute } from './deleteRoute';
import { ProjectResponse } from './projectSchemas';
import { recordItem } from './recordItem';
import { errorResponses, HashParams } from './schemas';

/** The `/project` route that deletes projects of the caller’s sponsor. */
export const deleteProjectRoute = deleteRoute('project', findProject);

/** The `/project` route that restores projects of the caller’s sponsor. */
export const restoreProjectRoute: FastifyPluginCallbackTypebox<Services> = (app, { database }, done) => {
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
        const isRestored = found !== undefined && (await restoreDeleted(transaction, 'project', hash));
        const project = requireFound(isRestored ? found : undefined, 'project');
        await recordItem(transaction, request, 'restore', project);
        return project;
      });
    },
  );
  done();
};
