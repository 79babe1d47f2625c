import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf } from '../access';
import { listDeletedFiles } from '../database/deletedFiles';
import { listDeleted } from '../database/deletedItems';
import { oneOf } from '../oneOf';
import type { Services } from '../services';
import { untilClosed } from '../untilClosed';
import { errorResponses } from './schemas';

const MAX_ITEMS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

const Times = {
  deletedAt: Type.String(),
  removedAfter: Type.Optional(Type.String({ description: 'Absent if the server keeps it.' })),
};
const DeletedResponse = Type.Object(
  {
    deleted: Type.Array(
      Type.Object({
        type: oneOf(['project', 'dataset']),
        hash: Type.String(),
        projectHash: Type.String({ description: 'The project, or the project of the dataset.' }),
        name: Type.String({ description: 'The title or name.' }),
        ...Times,
      }),
    ),
    files: Type.Array(Type.Object({ key: Type.String(), size: Type.Integer({ minimum: 0 }), ...Times }), {
      description: 'Files whose project and dataset still exist.',
    }),
  },
  { description: `Up to ${String(MAX_ITEMS)} projects and datasets, and as many files, the latest ones first.` },
);

/** `GET /deleted`: lists what can be restored. */
export const deletedItemRoutes: FastifyPluginCallbackTypebox<Services> = (
  app,
  { database, environment, heavy },
  done,
) => {
  const { restoreDays } = environment;
  const timesOf = (deletedAt: Date) => ({
    deletedAt: deletedAt.toISOString(),
    ...(restoreDays > 0 && { removedAfter: new Date(deletedAt.getTime() + restoreDays * DAY_MS).toISOString() }),
  });
  app.get(
    '/deleted',
    {
      schema: {
        summary: 'Lists what can be restored: all of the sponsor for an administrator, or what the member deleted',
        response: { 200: DeletedResponse, ...errorResponses(429) },
      },
    },
    async (request, reply) => {
      const { sponsorId, userId, isAdmin } = callerOf(request);
      const whose = { sponsorId, deletedBy: isAdmin ? undefined : userId };
      const list = async () => ({
        items: await listDeleted(database, whose, MAX_ITEMS),
        files: await listDeletedFiles(database, whose, MAX_ITEMS),
      });
      const { items, files } = await heavy(userId, list, untilClosed(reply));
      return {
        deleted: items.map(({ type, hash, projectHash, name, deletedAt }) => ({
          type,
          hash,
          projectHash,
          name,
          ...timesOf(deletedAt),
        })),
        files: files.map(({ key, size, deletedAt }) => ({ key, size, ...timesOf(deletedAt) })),
      };
    },
  );
  done();
};
