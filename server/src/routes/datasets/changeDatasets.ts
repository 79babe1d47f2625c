import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { adoptFolder, beginAdoption, requireSettled, whenSettled } from '../../database/files/adoption';
import { checkKeyLengths, isLonger } from '../../database/files/keyLengths';
import {
  EMPTY_DATASET_FORM,
  findDataset,
  updateDataset,
  type Dataset,
  type DatasetForm,
} from '../../database/projects/datasets';
import { forgetTitle, rememberTitle } from '../../database/projects/formerTitles';
import { withSponsorLock } from '../../database/projects/sponsorLock';
import { callerOf, requireFound } from '../../http/access';
import { changedResponse, requireUnchanged, sendTagged } from '../../http/conditional';
import { errorResponses, HashParams } from '../../http/schemas';
import { recordItem } from '../recordItem';
import type { Routes } from '../services';
import { ChangeBody, checkChanges, completeForm, DatasetResponse, FormBody } from './datasetSchemas';
import { requireFreeName, requireFreeNameEarly } from './freeNames';

/** The `/dataset` routes that change datasets of the caller’s sponsor. */
export const changeDatasetRoutes: Routes = (app, { database }) => {
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
      requireUnchanged(request, before);
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
      if (isRenamed) await recordItem(transaction, request, 'rename', after, `from ${before.dataset}`);
      const fields = changedFields(before, after);
      if (fields.length > 0) await recordItem(transaction, request, 'change', after, fields.join(', '));
      return { after, adopts };
    });
  }

  const replaceSchema = {
    summary: 'Replaces the whole form; renaming moves the files',
    params: HashParams,
    body: FormBody,
    response: { 200: DatasetResponse, ...errorResponses(403, 404, 409), ...changedResponse(DatasetResponse) },
  };
  app.put('/dataset/:hash', { schema: replaceSchema }, async (request, reply) => {
    const caller = callerOf(request);
    const form = completeForm(caller, EMPTY_DATASET_FORM, request.body);
    return sendTagged(reply, await change(request, request.params.hash, () => form));
  });

  const changeSchema = {
    summary: 'Changes some fields; renaming moves the files',
    params: HashParams,
    body: ChangeBody,
    response: { 200: DatasetResponse, ...errorResponses(403, 404, 409), ...changedResponse(DatasetResponse) },
  };
  app.patch('/dataset/:hash', { schema: changeSchema }, async (request, reply) => {
    const caller = callerOf(request);
    checkChanges(caller, request.body);
    const formAfter = (before: Dataset) => completeForm(caller, before, request.body);
    return sendTagged(reply, await change(request, request.params.hash, formAfter));
  });
};

/** Returns the names of the fields that differ, without the name and the entity tag of the dataset. */
function changedFields(before: Dataset, after: Dataset): string[] {
  const names = Object.keys({ ...before, ...after }) as (keyof Dataset)[];
  return names
    .filter((name) => name !== 'dataset' && name !== 'etag' && !isDeepStrictEqual(before[name], after[name]))
    .sort();
}
