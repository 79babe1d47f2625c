import { adoptFolder, beginAdoption } from '../../database/files/adoption';
import { createDataset, EMPTY_DATASET_FORM } from '../../database/projects/datasets';
import { findProject } from '../../database/projects/projects';
import { withSponsorLock } from '../../database/projects/sponsorLock';
import { callerOf, requireFound } from '../../http/access';
import { errorResponses } from '../../http/schemas';
import { recordItem } from '../recordItem';
import type { Routes } from '../services';
import { completeForm, CreateBody, DatasetResponse } from './datasetSchemas';
import { requireFreeNameEarly } from './freeNames';

/** `POST /dataset`: creates a dataset in a project of the caller’s sponsor. */
export const createDatasetRoutes: Routes = (app, { database }) => {
  const schema = {
    summary: 'Creates a dataset',
    body: CreateBody,
    response: { 200: DatasetResponse, ...errorResponses(403, 404, 409) },
  };
  app.post('/dataset', { schema }, async (request) => {
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
  });
};
