import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { callerOf, requireAdminFor, requireFound } from '../access';
import { requireSettled, whenSettled } from '../database/adoption';
import { findDataset, markDatasetDeleted } from '../database/datasets';
import { restoreDeleted } from '../database/deletedItems';
import { checkKeyLengths } from '../database/keyLengths';
import { findProject } from '../database/projects';
import type { Queryable } from '../database/sql';
import { withSponsorLock } from '../locks';
import { removePermanently } from '../removals';
import type { Services } from '../services';
import { DatasetResponse } from './datasetSchemas';
import { recordItem } from './recordItem';
import { DeleteBody, Empty, errorResponses, HashParams } from './schemas';

/** The `/dataset` routes that delete and restore datasets of the caller’s sponsor. */
export const removeDatasetRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const { database } = services;

  app.delete(
    '/dataset/:hash',
    {
      schema: {
        summary: 'Deletes a dataset; only administrators can delete permanently',
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
        const found = requireFound(await findDataset(database, sponsorId, hash), 'dataset');
        const hide = async (transaction: Queryable): Promise<void> => {
          await requireSettled(transaction, [hash]);
          await markDatasetDeleted(transaction, hash, caller.userId);
          await recordItem(transaction, request, 'delete', found.dataset);
        };
        await whenSettled(database, () => database.transaction(hide));
        return {};
      }
      const { dataset } = requireFound(await findDataset(database, sponsorId, hash, { deleted: 'shown' }), 'dataset');
      requireAdminFor(caller, 'delete permanently');
      const hide = async (transaction: Queryable): Promise<void> => {
        await requireSettled(transaction, [hash]);
        await markDatasetDeleted(transaction, hash);
        await recordItem(transaction, request, 'delete permanently', dataset);
      };
      const removal = { kind: 'remove-dataset', hash, sponsorId } as const;
      await whenSettled(database, () => removePermanently(services, removal, hide));
      return {};
    },
  );

  app.post(
    '/dataset/:hash/restore',
    {
      schema: {
        summary: 'Restores a dataset that was not deleted permanently',
        params: HashParams,
        response: { 200: DatasetResponse, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const { hash } = request.params;
      return withSponsorLock(database, sponsorId, async (transaction) => {
        const found = requireFound(await findDataset(transaction, sponsorId, hash, { deleted: 'shown' }), 'dataset');
        requireFound(await findProject(transaction, sponsorId, found.dataset.projectHash), 'project');
        const isRestored = await restoreDeleted(transaction, 'datasets', hash);
        requireFound(isRestored ? found : undefined, 'dataset');
        // The project may have been renamed meanwhile.
        await checkKeyLengths(transaction, { projectHash: found.dataset.projectHash, datasetHash: hash });
        await recordItem(transaction, request, 'restore', found.dataset);
        return found.dataset;
      });
    },
  );
  done();
};
