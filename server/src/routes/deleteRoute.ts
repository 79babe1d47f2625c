import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { callerOf, requireAdminFor, requireFound } from '../access';
import { requireSettled, whenSettled } from '../database/adoption';
import type { Dataset } from '../database/datasets';
import { markDeleted, type DeletedItem } from '../database/deletedItems';
import type { Project } from '../database/projects';
import type { Queryable } from '../database/sql';
import { removePermanently } from '../removals';
import type { Services } from '../services';
import { recordItem } from './recordItem';
import { DeleteBody, Empty, errorResponses, HashParams } from './schemas';

/** Finds a project or dataset of a sponsor. */
type FindItem = (
  database: Queryable,
  sponsorId: string,
  hash: string,
  options: { readonly deleted: 'hidden' | 'shown' },
) => Promise<Project | Dataset | undefined>;

/** The route that deletes the projects or datasets of the caller’s sponsor, for some time or permanently. */
export function deleteRoute(type: DeletedItem['type'], find: FindItem): FastifyPluginCallbackTypebox<Services> {
  return (app, services, done) => {
    const { database } = services;
    const schema = {
      summary: `Deletes a ${type}; only administrators can delete permanently`,
      params: HashParams,
      body: DeleteBody,
      response: { 200: Empty, ...errorResponses(403, 404) },
    };
    app.delete(`/${type}/:hash`, { schema }, async (request) => {
      const caller = callerOf(request);
      const { sponsorId, userId } = caller;
      const { hash } = request.params;
      const isPermanent = request.body.permanentDelete === true;
      // What a member has deleted can still be deleted permanently.
      const deleted = isPermanent ? 'shown' : 'hidden';
      const item = requireFound(await find(database, sponsorId, hash, { deleted }), type);
      if (isPermanent) requireAdminFor(caller, 'delete permanently');
      const hide = async (transaction: Queryable): Promise<void> => {
        // Only a dataset may have to wait: for the files that it gets.
        await requireSettled(transaction, [hash]);
        await markDeleted(transaction, type, hash, isPermanent ? undefined : userId);
        await recordItem(transaction, request, isPermanent ? 'delete permanently' : 'delete', item);
      };
      const removal = { kind: `remove-${type}`, hash, sponsorId } as const;
      await whenSettled(database, () =>
        isPermanent ? removePermanently(services, removal, hide) : database.transaction(hide),
      );
      return {};
    });
    done();
  };
}
