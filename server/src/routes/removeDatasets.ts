import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { callerOf, requireFound } from '../access';
import { findDataset } from '../database/datasets';
import { restoreDeleted } from '../database/deletedItems';
import { checkKeyLengths } from '../database/keyLengths';
import { findProject } from '../database/projects';
import { withSponsorLock } from '../locks';
import type { Services } from '../services';
import { DatasetResponse } from './datasetSchemas';
import { deleteRoute } from './deleteRoute';
import { recordItem } from './recordItem';
import { errorResponses, HashParams } from './schemas';

/** The `/dataset` route that deletes datasets of the caller’s sponsor. */
export const deleteDatasetRoute = deleteRoute('dataset', async (...wanted) => (await findDataset(...wanted))?.dataset);

/** The `/dataset` route that restores datasets of the caller’s sponsor. */
export const restoreDatasetRoute: FastifyPluginCallbackTypebox<Services> = (app, { database }, done) => {
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
        const isRestored = await restoreDeleted(transaction, 'dataset', hash);
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
