import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { callerOf, requireFound } from '../access';
import { adoptFolder, beginAdoption } from '../database/adoption';
import { createDataset, EMPTY_DATASET_FORM } from '../database/datasets';
import { findProject } from '../database/projects';
import { withSponsorLock } from '../locks';
import type { Services } from '../services';
import { requireFreeNameEarly } from './datasetNames';
import { completeForm, CreateBody, DatasetResponse } from './datasetSchemas';
import { recordItem } from './recordItem';
import { errorResponses } from './schemas';

/** `POST /dataset`: creates a dataset in a project of the caller’s sponsor. */
export const createDatasetRoutes: FastifyPluginCallbackTypebox<Services> = (app, { database }, done) => {
  app.post(
    '/dataset',
    {
      schema: {
        summary: 'Creates a dataset',
        body: CreateBody,
        response: { 200: DatasetResponse, ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { projectHash, ...form } = request.body;
      const completed = completeForm(caller, EMPTY_DATASET_FORM, form);
      requireFound(await findProject(database, caller.sponsorId, projectHash), 'project');
      await requireFreeNameEarly(database, { projectHash, name: completed.dataset });
      const { dataset: created, adopts } = await withSponsorLock(database, caller.sponsorId, async (transaction) => {
        requireFound(await findProject(transaction, caller.sponsorId, projectHash), 'project');
        const dataset = await createDataset(transaction, { projectHash, ...completed });
        const hasFolder = await beginAdoption(transaction, dataset.datasetHash);
        await recordItem(transaction, request, 'create', dataset);
        return { dataset, adopts: hasFolder };
      });
      if (adopts) await adoptFolder(database, created.datasetHash);
      return created;
    },
  );
  done();
};
