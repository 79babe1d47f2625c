import { isDeepStrictEqual } from 'node:util';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { callerOf, requireAdminFor, requireFound } from '../access';
import { adoptFolder, beginAdoption, requireSettled, whenSettled } from '../database/adoption';
import { actorOf, recordEvent, type AuditEvent } from '../database/auditLog';
import {
  createDataset,
  EMPTY_DATASET_FORM,
  findDataset,
  listDatasets,
  markDatasetDeleted,
  updateDataset,
  type Dataset,
  type DatasetForm,
} from '../database/datasets';
import { restoreDeleted } from '../database/deletedItems';
import { forgetTitle, listFormerTitles, rememberTitle, withFormerTitles } from '../database/formerTitles';
import { checkKeyLengths, isLonger } from '../database/keyLengths';
import { findProject } from '../database/projects';
import type { Queryable } from '../database/sql';
import { withSponsorLock } from '../locks';
import { removePermanently } from '../removals';
import type { Services } from '../services';
import { requireFreeName, requireFreeNameEarly } from './datasetNames';
import {
  ChangeBody,
  checkChanges,
  completeForm,
  CreateBody,
  DatasetOrListResponse,
  DatasetResponse,
  FormBody,
} from './datasetSchemas';
import { DeleteBody, Empty, errorResponses, HashParams } from './schemas';

/** The `/dataset` routes. Callers only see and change datasets of their own sponsor. */
export const datasetRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const { database } = services;

  /** Records an event about a dataset. */
  async function record(
    transaction: Queryable,
    request: FastifyRequest,
    action: AuditEvent['action'],
    { datasetHash: id, dataset: name }: Dataset,
    details?: string,
  ): Promise<void> {
    await recordEvent(transaction, actorOf(request), { action, type: 'dataset', id, name, details });
  }

  async function change(
    request: FastifyRequest,
    hash: string,
    formAfter: (before: Dataset) => DatasetForm,
  ): Promise<Dataset> {
    const { sponsorId } = callerOf(request);
    const { dataset: found } = requireFound(await findDataset(database, sponsorId, hash), 'dataset');
    const { dataset: name } = formAfter(found);
    if (name !== found.dataset) {
      await requireFreeNameEarly(database, { projectHash: found.projectHash, name, hash });
    }
    const { after, adopts } = await whenSettled(database, () => changeSettled(request, hash, formAfter));
    if (adopts) await adoptFolder(database, hash);
    return after;
  }

  function changeSettled(
    request: FastifyRequest,
    hash: string,
    formAfter: (before: Dataset) => DatasetForm,
  ): Promise<{ readonly after: Dataset; readonly adopts: boolean }> {
    const { sponsorId } = callerOf(request);
    return withSponsorLock(database, sponsorId, async (transaction) => {
      const { dataset: before } = requireFound(await findDataset(transaction, sponsorId, hash), 'dataset');
      const form = formAfter(before);
      const { projectHash } = before;
      if (form.dataset !== before.dataset) {
        await requireSettled(transaction, [hash]);
        await requireFreeName(transaction, { projectHash, name: form.dataset, hash });
        if (isLonger(form.dataset, before.dataset)) {
          await checkKeyLengths(transaction, { projectHash, datasetHash: hash, name: form.dataset });
        }
        await rememberTitle(transaction, { scope: projectHash, title: before.dataset }, { datasetHash: hash });
        await forgetTitle(transaction, { scope: projectHash, title: form.dataset });
      }
      const after = await updateDataset(transaction, hash, form);
      const isRenamed = after.dataset !== before.dataset;
      // There can be deleted files at the new name, which must not be restored beside the dataset.
      const adopts = isRenamed && (await beginAdoption(transaction, hash));
      if (isRenamed) await record(transaction, request, 'rename', after, `from ${before.dataset}`);
      const fields = changedFields(before, after);
      if (fields.length > 0) await record(transaction, request, 'change', after, fields.join(', '));
      return { after, adopts };
    });
  }

  app.get(
    '/dataset/:hash',
    {
      schema: {
        summary: 'Lists the datasets of a project, or returns one dataset',
        params: HashParams,
        response: { 200: DatasetOrListResponse, ...errorResponses(404) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const { hash } = request.params;
      if ((await findProject(database, sponsorId, hash)) !== undefined) {
        const titles = await listFormerTitles(database, hash);
        const datasets = await listDatasets(database, hash);
        return { datasets: withFormerTitles(datasets, titles, ({ datasetHash }) => datasetHash) };
      }
      return requireFound(await findDataset(database, sponsorId, hash), 'dataset').dataset;
    },
  );

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
        await record(transaction, request, 'create', dataset);
        return { dataset, adopts: hasFolder };
      });
      if (adopts) await adoptFolder(database, created.datasetHash);
      return created;
    },
  );

  app.put(
    '/dataset/:hash',
    {
      schema: {
        summary: 'Replaces the whole form; renaming moves the files',
        params: HashParams,
        body: FormBody,
        response: { 200: DatasetResponse, ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const form = completeForm(caller, EMPTY_DATASET_FORM, request.body);
      return change(request, request.params.hash, () => form);
    },
  );

  app.patch(
    '/dataset/:hash',
    {
      schema: {
        summary: 'Changes some fields; renaming moves the files',
        params: HashParams,
        body: ChangeBody,
        response: { 200: DatasetResponse, ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      checkChanges(caller, request.body);
      return change(request, request.params.hash, (before) => completeForm(caller, before, request.body));
    },
  );

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
          await record(transaction, request, 'delete', found.dataset);
        };
        await whenSettled(database, () => database.transaction(hide));
        return {};
      }
      const { dataset } = requireFound(await findDataset(database, sponsorId, hash, { deleted: 'shown' }), 'dataset');
      requireAdminFor(caller, 'delete permanently');
      const hide = async (transaction: Queryable): Promise<void> => {
        await requireSettled(transaction, [hash]);
        await markDatasetDeleted(transaction, hash);
        await record(transaction, request, 'delete permanently', dataset);
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
        await record(transaction, request, 'restore', found.dataset);
        return found.dataset;
      });
    },
  );
  done();
};

/** Returns the names of the fields that differ, without the name of the dataset. */
function changedFields(before: Dataset, after: Dataset): string[] {
  const names = Object.keys({ ...before, ...after }) as (keyof Dataset)[];
  return names.filter((name) => name !== 'dataset' && !isDeepStrictEqual(before[name], after[name])).sort();
}
