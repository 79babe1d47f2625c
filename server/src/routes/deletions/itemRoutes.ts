import type { TSchema } from '@sinclair/typebox';
import { requireSettled, whenSettled } from '../../database/files/adoption';
import { checkKeyLengths } from '../../database/files/keyLengths';
import { findDataset, type Dataset } from '../../database/projects/datasets';
import { markDeleted, restoreDeleted, type DeletedItem } from '../../database/projects/deletedItems';
import { findProject, type Project } from '../../database/projects/projects';
import { withSponsorLock } from '../../database/projects/sponsorLock';
import type { Queryable } from '../../database/sql';
import { callerOf, requireAdminFor, requireFound } from '../../http/access';
import { changedResponse, requireUnchanged } from '../../http/conditional';
import { DeleteBody, Empty, errorResponses, HashParams } from '../../http/schemas';
import { DatasetResponse } from '../datasets/datasetSchemas';
import { ProjectResponse } from '../projects/projectSchemas';
import { recordItem } from '../recordItem';
import type { Routes } from '../services';
import { removePermanently } from './removals';

/** Finds a project or dataset of a sponsor. */
type FindItem = (
  database: Queryable,
  sponsorId: string,
  hash: string,
  options: { readonly deleted: 'hidden' | 'shown' },
) => Promise<Project | Dataset | undefined>;

/** The routes that delete the projects or datasets of the caller’s sponsor, for some time or permanently, and restore them. */
function itemRoutes(type: DeletedItem['type'], find: FindItem, itemSchema: TSchema): Routes {
  return (app, services) => {
    const { database } = services;
    const deleteSchema = {
      summary: `Deletes a ${type}; only administrators can delete permanently`,
      params: HashParams,
      body: DeleteBody,
      response: { 200: Empty, ...errorResponses(403, 404), ...changedResponse(itemSchema) },
    };
    app.delete(`/${type}/:hash`, { schema: deleteSchema }, async (request) => {
      const caller = callerOf(request);
      const { sponsorId, userId } = caller;
      const { hash } = request.params;
      const isPermanent = request.body.permanentDelete === true;
      // What a member has deleted can still be deleted permanently.
      const deleted = isPermanent ? 'shown' : 'hidden';
      const item = requireFound(await find(database, sponsorId, hash, { deleted }), type);
      if (isPermanent) requireAdminFor(caller, 'delete permanently');
      const hide = async (transaction: Queryable): Promise<void> => {
        requireUnchanged(request, requireFound(await find(transaction, sponsorId, hash, { deleted }), type));
        // Only a dataset may have to wait: for the files that it gets.
        await requireSettled(transaction, [hash]);
        await markDeleted(transaction, type, hash, isPermanent ? undefined : userId);
        await recordItem(transaction, request, isPermanent ? 'delete permanently' : 'delete', item);
      };
      const removal = { kind: `remove-${type}`, hash, sponsorId } as const;
      await whenSettled(database, () =>
        isPermanent ? removePermanently(services, removal, hide) : withSponsorLock(database, sponsorId, hide),
      );
      return {};
    });

    const restoreSchema = {
      summary: `Restores a ${type} that was not deleted permanently`,
      params: HashParams,
      response: { 200: itemSchema, ...errorResponses(404, ...(type === 'dataset' ? ([409] as const) : [])) },
    };
    app.post(`/${type}/:hash/restore`, { schema: restoreSchema }, async (request) => {
      const { sponsorId } = callerOf(request);
      const { hash } = request.params;
      return withSponsorLock(database, sponsorId, async (transaction) => {
        const item = requireFound(await find(transaction, sponsorId, hash, { deleted: 'shown' }), type);
        const isDataset = 'datasetHash' in item;
        const { projectHash } = item;
        if (isDataset) requireFound(await findProject(transaction, sponsorId, projectHash), 'project');
        const isRestored = await restoreDeleted(transaction, type, hash);
        requireFound(isRestored ? item : undefined, type);
        // The project may have been renamed meanwhile.
        if (isDataset) await checkKeyLengths(transaction, { projectHash, datasetHash: hash });
        await recordItem(transaction, request, 'restore', item);
        return item;
      });
    });
  };
}

export const projectItemRoutes = itemRoutes('project', findProject, ProjectResponse);
export const datasetItemRoutes = itemRoutes(
  'dataset',
  async (...wanted) => (await findDataset(...wanted))?.dataset,
  DatasetResponse,
);
