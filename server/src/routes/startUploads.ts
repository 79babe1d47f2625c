import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type, type Static } from '@sinclair/typebox';
import { callerOf } from '../access';
import { listOpenUploads } from '../database/uploads';
import { HttpError } from '../errors';
import { checkNewKey, checkObjectKey } from '../objects/keyRules';
import { MAX_PARTS } from '../objects/parts';
import type { UploadRef } from '../objects/uploads';
import type { Services } from '../services';
import { errorResponses, Key } from './schemas';
import { OnlyIfAbsent, PartNumber, Replaces, UploadId } from './uploadSchemas';

/** URLs per response. They expire, so more would be stale before they are used. */
const URLS_PER_RESPONSE = 16;

const StartBody = Type.Object({
  key: Key,
  onlyIfAbsent: OnlyIfAbsent,
  replaces: Replaces,
  totalParts: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PARTS, description: 'If present, the first URLs are returned as well.' }),
  ),
});
const PartUrl = Type.Object({ partNumber: PartNumber, url: Type.String() });
const StartResponse = Type.Object(
  { uploadId: Type.String(), urls: Type.Optional(Type.Array(PartUrl)) },
  { description: 'The upload has started.' },
);
/** More than a sponsor can have, unless its limit was raised. */
const MAX_LISTED = 1_000;
const OpenResponse = Type.Object(
  {
    uploads: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The key with which it was started.' }),
        uploadId: Type.String(),
        userId: Type.Optional(Type.String({ description: 'The user who started it.' })),
        activeAt: Type.String({ description: 'When it was started, or URLs of its parts were last requested.' }),
      }),
    ),
  },
  { description: `Up to ${String(MAX_LISTED)} uploads, those that have been idle longest first.` },
);
const UrlsQuery = Type.Object({
  key: Key,
  uploadId: UploadId,
  partNumber: PartNumber,
  totalParts: PartNumber,
});
const UrlsResponse = Type.Array(PartUrl, {
  description: 'Signed URLs in order, from the requested part on. May contain fewer URLs than parts remain.',
});

/** The `/upload` routes that start and list uploads, and sign the URLs of parts. */
export const startUploadRoutes: FastifyPluginCallbackTypebox<Services> = (app, { database, uploads }, done) => {
  async function signUrls(upload: UploadRef, first: number, totalParts: number): Promise<Static<typeof PartUrl>[]> {
    const count = Math.min(URLS_PER_RESPONSE, totalParts - first + 1);
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    const urls = await uploads.partUrls(upload, numbers);
    return urls.map((url, index) => ({ partNumber: first + index, url }));
  }

  const startSchema = {
    summary: 'Starts an upload',
    body: StartBody,
    response: { 200: StartResponse, ...errorResponses(403, 404, 409, 507) },
  };
  app.post('/upload/start', { schema: startSchema }, async (request) => {
    const { sponsorId, userId } = callerOf(request);
    const key = checkNewKey(request.body.key, sponsorId);
    const { totalParts, onlyIfAbsent, replaces } = request.body;
    const uploadId = await uploads.start(key, { userId, onlyIfAbsent, replaces: replaces?.toLowerCase() });
    return totalParts === undefined
      ? { uploadId }
      : { uploadId, urls: await signUrls({ uploadId, key }, 1, totalParts) };
  });

  app.get(
    '/upload/open',
    {
      schema: {
        summary: 'Lists the uploads that the sponsor has in progress; every member can cancel them',
        response: { 200: OpenResponse },
      },
    },
    async (request) => {
      const open = await listOpenUploads(database, callerOf(request).sponsorId, MAX_LISTED);
      return {
        uploads: open.map(({ key, uploadId, userId, activeAt }) => ({
          key,
          uploadId,
          ...(userId !== undefined && { userId }),
          activeAt: activeAt.toISOString(),
        })),
      };
    },
  );

  app.get(
    '/upload/urls',
    {
      schema: {
        summary: 'Returns signed URLs of parts',
        querystring: UrlsQuery,
        response: { 200: UrlsResponse, ...errorResponses(403, 404, 507) },
      },
    },
    async (request) => {
      const { uploadId, partNumber: first, totalParts } = request.query;
      const { sponsorId } = callerOf(request);
      const key = checkObjectKey(request.query.key, sponsorId);
      if (first > totalParts)
        throw new HttpError(400, `partNumber ${String(first)} is greater than totalParts ${String(totalParts)}.`);
      return signUrls({ uploadId, key }, first, totalParts);
    },
  );
  done();
};
