import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { callerOf, requireAdminFor, requireFound } from '../access';
import { restoreDeleted } from '../database/deletedItems';
import { findProject, markProjectDeleted } from '../database/projects';
import { withSponsorLock } from '../locks';
import { removePermanently } from '../removals';
import type { Services } from '../services';
import { ProjectResponse } from './projectSchemas';
import { recordItem } from './recordItem';
import { DeleteBody, Empty, errorResponses, HashParams } from './schemas';

/** The `/project` routes that delete and restore projects of the caller’s sponsor. */
export const removeProjectRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const { database } = services;

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
          await recordItem(transaction, request, 'delete', project);
        });
        return {};
      }
      // A project that a member has deleted can still be deleted permanently.
      const project = requireFound(await findProject(database, sponsorId, hash, { deleted: 'shown' }), 'project');
      requireAdminFor(caller, 'delete permanently');
      await removePermanently(services, { kind: 'remove-project', hash, sponsorId }, async (transaction) => {
        await markProjectDeleted(transaction, hash);
        await recordItem(transaction, request, 'delete permanently', project);
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
        await recordItem(transaction, request, 'restore', project);
        return project;
      });
    },
  );
  done();
};
