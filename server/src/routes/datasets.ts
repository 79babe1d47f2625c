import type { Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, requireAdminFor, requireFound, type Principal } from '../access';
import {
  checkNameAvailable,
  createDataset,
  EMPTY_DATASET_FORM,
  findDataset,
  listDatasets,
  markDatasetDeleted,
  updateDataset,
  type Dataset,
  type DatasetForm,
} from '../database/datasets';
import { findProject } from '../database/projects';
import { withSponsorLock } from '../locks';
import type { Services } from '../services';
import { removeStored, renameStored } from '../storedPaths';
import { ChangeBody, completeForm, CreateBody, DatasetAnswer, DatasetOrListAnswer, FormBody } from './datasetSchemas';
import { DeleteBody, Empty, errorResponses, HashParams } from './schemas';

/** The calls on `/dataset`. A sponsor's members see and change only its own. */
export function datasetRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { database } = services;

  async function change(
    { sponsorId }: Principal,
    hash: string,
    formAfter: (before: Dataset) => DatasetForm,
  ): Promise<Dataset> {
    return withSponsorLock(sponsorId, async () => {
      const { dataset: before, projectTitle } = requireFound(await findDataset(database, sponsorId, hash), 'dataset');
      const form = formAfter(before);
      if (form.dataset === before.dataset) return updateDataset(database, hash, form);
      const folder = `${sponsorId}/${projectTitle}`;
      await checkNameAvailable(database, { projectHash: before.projectHash, name: form.dataset, hash });
      return renameStored(
        services,
        { hash, fromPath: `${folder}/${before.dataset}`, toPath: `${folder}/${form.dataset}` },
        (transaction) => updateDataset(transaction, hash, form),
        (transaction) => updateDataset(transaction, hash, before),
      );
    });
  }

  app.get<{ Params: Static<typeof HashParams> }>(
    '/dataset/:hash',
    {
      schema: {
        summary: 'The datasets of a project, or one dataset',
        params: HashParams,
        response: { 200: DatasetOrListAnswer, ...errorResponses(404) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const { hash } = request.params;
      if ((await findProject(database, sponsorId, hash)) !== undefined) {
        return { datasets: await listDatasets(database, hash) };
      }
      return requireFound(await findDataset(database, sponsorId, hash), 'dataset').dataset;
    },
  );

  app.post<{ Body: Static<typeof CreateBody> }>(
    '/dataset',
    {
      schema: {
        summary: 'Makes a dataset',
        body: CreateBody,
        response: { 200: DatasetAnswer, ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { projectHash, ...form } = request.body;
      const completed = completeForm(caller, EMPTY_DATASET_FORM, form);
      return withSponsorLock(caller.sponsorId, async () => {
        requireFound(await findProject(database, caller.sponsorId, projectHash), 'project');
        return createDataset(database, { projectHash, ...completed });
      });
    },
  );

  app.put<{ Params: Static<typeof HashParams>; Body: Static<typeof FormBody> }>(
    '/dataset/:hash',
    {
      schema: {
        summary: 'Writes the whole form; files follow the name',
        params: HashParams,
        body: FormBody,
        response: { 200: DatasetAnswer, ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const form = completeForm(caller, EMPTY_DATASET_FORM, request.body);
      return change(caller, request.params.hash, () => form);
    },
  );

  app.patch<{ Params: Static<typeof HashParams>; Body: Static<typeof ChangeBody> }>(
    '/dataset/:hash',
    {
      schema: {
        summary: 'Writes some fields; files follow the name',
        params: HashParams,
        body: ChangeBody,
        response: { 200: DatasetAnswer, ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return change(caller, request.params.hash, (before) => completeForm(caller, before, request.body));
    },
  );

  app.delete<{ Params: Static<typeof HashParams>; Body: Static<typeof DeleteBody> }>(
    '/dataset/:hash',
    {
      schema: {
        summary: 'Deletes a dataset; for good only as an administrator',
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
          requireFound(await findDataset(database, sponsorId, hash), 'dataset');
          await markDatasetDeleted(database, hash);
          return;
        }
        const { dataset, projectTitle } = requireFound(
          await findDataset(database, sponsorId, hash, { deleted: 'shown' }),
          'dataset',
        );
        requireAdminFor(caller, 'delete permanently');
        await removeStored(
          services,
          { kind: 'remove-dataset', hash, fromPath: `${sponsorId}/${projectTitle}/${dataset.dataset}` },
          (transaction) => markDatasetDeleted(transaction, hash),
        );
      });
      return {};
    },
  );
  return Promise.resolve();
}
