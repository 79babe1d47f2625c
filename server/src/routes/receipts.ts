import { Type } from '@sinclair/typebox';
import { HttpError } from '../common/errors';
import { listReceipts, type ReceiptPosition } from '../database/activity/receipts';
import { callerOf } from '../http/access';
import { errorResponses, Key } from '../http/schemas';
import { checkPath } from '../names/keyRules';
import type { Routes } from './services';

const PAGE_RECEIPTS = 1_000;
/** The parts of a page with large files are about a megabyte. */
const PAGE_PARTS = 10_000;

const ReceiptsQuery = Type.Object({
  path: Key,
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
const ReceiptsResponse = Type.Object(
  {
    receipts: Type.Array(
      Type.Object({
        id: Type.String(),
        key: Type.String({ description: 'The present key of the file. Its former key if its project was removed.' }),
        formerKey: Type.Optional(
          Type.String({ description: 'The key of the upload, if the file has another one now.' }),
        ),
        size: Type.Integer({ minimum: 0 }),
        checksum: Type.String({ description: 'The MD5 of the parts’ MD5s, then `-N`.' }),
        parts: Type.Array(
          Type.Object({
            partNumber: Type.Integer({ minimum: 1 }),
            size: Type.Optional(Type.Integer({ minimum: 0, description: 'Absent if the storage no longer knew it.' })),
            md5: Type.String(),
          }),
        ),
        userId: Type.Optional(Type.String({ description: 'Absent if the server itself has uploaded the file.' })),
        userName: Type.Optional(Type.String()),
        completedAt: Type.String(),
        client: Type.Optional(Type.String({ description: 'The program that has sent the file.' })),
        manifest: Type.Optional(
          Type.String({ description: 'The name of the checksum file with which the file agreed.' }),
        ),
        followedFolder: Type.Optional(
          Type.String({ description: 'The name of the followed folder in which the file appeared.' }),
        ),
      }),
    ),
    cursor: Type.Optional(Type.String()),
  },
  { description: 'One page, the latest first; `cursor` is present if there are more.' },
);

/** `GET /receipts`: lists the proofs of completed uploads. */
export const receiptRoutes: Routes = (app, { database }) => {
  app.get(
    '/receipts',
    {
      schema: {
        summary:
          'Lists the receipts of uploads below a path, or of a file with those of its former contents, to every member of the sponsor',
        querystring: ReceiptsQuery,
        response: { 200: ReceiptsResponse, ...errorResponses(403) },
      },
      config: { hasLongResponse: true },
    },
    async (request) => {
      const { path, cursor } = request.query;
      const page = await listReceipts(database, checkPath(path, callerOf(request).sponsorId), {
        after: cursor === undefined ? undefined : toPosition(cursor),
        limit: PAGE_RECEIPTS,
        partLimit: PAGE_PARTS,
      });
      return {
        receipts: page.receipts.map(({ parts, ...receipt }) => ({
          ...receipt,
          parts: parts.map(([size, md5], index) => ({ partNumber: index + 1, ...(size !== null && { size }), md5 })),
        })),
        ...(page.last !== undefined && { cursor: toCursor(page.last) }),
      };
    },
  );
};

function toCursor({ at, blob }: ReceiptPosition): string {
  return Buffer.from(`${String(at)} ${blob}`).toString('base64url');
}

/** @throws HttpError 400 for a text that is no cursor. */
function toPosition(cursor: string): ReceiptPosition {
  const [, at, blob] = /^(\d{1,14}) ([0-9a-f/]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || blob === undefined) throw new HttpError(400, 'The cursor is invalid.');
  return { at: Number(at), blob };
}
