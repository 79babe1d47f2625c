import { Type } from '@sinclair/typebox';
import { oneOf } from '../../common/oneOf';
import { listDeletedFiles } from '../../database/files/deletedFiles';
import { listDeleted } from '../../database/projects/deletedItems';
import { callerOf } from '../../http/access';
import { errorResponses } from '../../http/schemas';
import { untilClosed } from '../../http/untilClosed';
import type { Routes } from '../services';

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
    files: Type.Array(
      Type.Object({
        key: Type.String(),
        size: Type.Integer({ minimum: 0 }),
        replaced: Type.Optional(Type.Literal(true, { description: 'Another file has taken its place.' })),
        act: Type.Optional(Type.String({ description: 'The same for files that were deleted or replaced together.' })),
        ...Times,
      }),
      { description: 'Files whose project and dataset still exist. Several can have the same key.' },
    ),
  },
  { description: `Up to ${String(MAX_ITEMS)} projects and datasets, and as many files, the latest ones first.` },
);

/** `GET /deleted`: lists what can be restored. */
export const deletedItemRoutes: Routes = (app, { database, environment, heavy }) => {
  const { restoreDays } = environment;
  const timesOf = ({ deletedAt }: { readonly deletedAt: Date }) => ({
    deletedAt: deletedAt.toISOString(),
    ...(restoreDays > 0 && { removedAfter: new Date(deletedAt.getTime() + restoreDays * DAY_MS).toISOString() }),
  });
  const schema = {
    summary: 'Lists what can be restored: all of the sponsor for an administrator, or what the member deleted',
    response: { 200: DeletedResponse, ...errorResponses(429) },
  };
  app.get('/deleted', { schema }, async (request, reply) => {
    const { sponsorId, userId, isAdmin } = callerOf(request);
    const whose = { sponsorId, deletedBy: isAdmin ? undefined : userId };
    const list = async () => ({
      items: await listDeleted(database, whose, MAX_ITEMS),
      files: await listDeletedFiles(database, whose, MAX_ITEMS),
    });
    const { items, files } = await heavy(userId, list, untilClosed(reply));
    return {
      deleted: items.map((item) => ({ ...item, ...timesOf(item) })),
      files: files.map((file) => ({ ...file, replaced: file.isReplaced || undefined, ...timesOf(file) })),
    };
  });
};
