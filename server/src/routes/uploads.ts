import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type, type Static } from '@sinclair/typebox';
import { callerOf } from '../access';
import { resumeAdoptions } from '../database/adoption';
import { actorOf, recordEvent } from '../database/auditLog';
import { analyzeTables } from '../database/statistics';
import { listOpenUploads } from '../database/uploads';
import { HttpError } from '../errors';
import { removeDiscardedBlobs } from '../objects/discardedBlobs';
import { checkNewKey, checkObjectKey } from '../objects/keyRules';
import { bareDigest, MAX_PARTS } from '../objects/parts';
import type { UploadRef } from '../objects/uploads';
import { removeExpired, resumeRemovals } from '../removals';
import type { Services } from '../services';
import { sweepStorage } from '../storageSweep';
import { boundedText, Empty, errorResponses, Key } from './schemas';
import { dailySweep, exclusiveSweep, sweepHourly } from './sweepHourly';

/** Contents that are younger may belong to requests that have not recorded them yet. */
const GRACE_MS = 24 * 60 * 60 * 1_000;
/** URLs per response. They expire, so more would be stale before they are used. */
const URLS_PER_RESPONSE = 16;
/** Enough for 10,000 parts of about 120 bytes each. */
const COMPLETE_BODY_BYTES = 4 * 1024 * 1024;

const PartNumber = Type.Integer({ minimum: 1, maximum: MAX_PARTS });
const Md5 = Type.String({ pattern: '^"?[0-9a-fA-F]{32}"?$' });
/** Storages choose the ids; those of Amazon S3 can have several hundred characters. */
const UploadId = boundedText(1_024);
const OnlyIfAbsent = Type.Optional(
  Type.Boolean({
    description: 'If true, a file with this key is not replaced: the answer is 409 with the code EXISTS.',
  }),
);
const Replaces = Type.Optional(
  Type.String({
    pattern: '^[0-9a-fA-F]{32}(-[0-9]{1,5})?$',
    description:
      'The `etag` of the file that may be replaced. If another file has this key, the answer is 409 with the code EXISTS.',
  }),
);
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
const UploadBody = Type.Object({ key: Key, uploadId: UploadId });
const UrlsQuery = Type.Object({
  key: Key,
  uploadId: UploadId,
  partNumber: PartNumber,
  totalParts: PartNumber,
});
const UrlsResponse = Type.Array(PartUrl, {
  description: 'Signed URLs in order, from the requested part on. May contain fewer URLs than parts remain.',
});
const CompleteBody = Type.Object({
  key: Key,
  uploadId: UploadId,
  parts: Type.Array(Type.Object({ PartNumber, ETag: Md5, checksum: Md5 }), { minItems: 1, maxItems: MAX_PARTS }),
  checksum: Type.String({ pattern: '^[0-9a-fA-F]{32}-[0-9]{1,5}$' }),
  lastFile: Type.Optional(Type.Boolean()),
  onlyIfAbsent: OnlyIfAbsent,
  replaces: Replaces,
});

/** The `/upload` routes: start, complete and cancel uploads, and sign the URLs of parts. */
export const uploadRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const { uploads } = services;
  const { restoreDays, databaseUrl } = services.environment;
  async function sweep(signal: AbortSignal): Promise<void> {
    await resumeAdoptions(services.database, signal);
    await resumeRemovals(services, signal);
    if (restoreDays > 0) await removeExpired(services, restoreDays, signal);
    await uploads.sweep(signal);
    await removeDiscardedBlobs(services, signal);
    if (databaseUrl === undefined) await analyzeTables(services.database);
  }

  async function sweepContents(signal: AbortSignal): Promise<void> {
    const isOwner = await sweepStorage(services, { signal, storedBefore: new Date(Date.now() - GRACE_MS) });
    if (isOwner) return;
    app.log.warn(`${services.blobs.place} has files that belong to another database. Files without a row stay there.`);
  }

  sweepHourly(app, exclusiveSweep(services.database, 'uploads', sweep));
  sweepHourly(app, dailySweep(services.database, 'storage', sweepContents));

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
      const open = await listOpenUploads(services.database, callerOf(request).sponsorId, MAX_LISTED);
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

  app.post(
    '/upload/complete',
    {
      schema: {
        summary: 'Assembles the file from its parts',
        body: CompleteBody,
        response: { 200: Empty, ...errorResponses(403, 404, 409, 507) },
      },
      bodyLimit: COMPLETE_BODY_BYTES,
    },
    async (request) => {
      const { uploadId, checksum, onlyIfAbsent, replaces } = request.body;
      const { sponsorId } = callerOf(request);
      const key = checkObjectKey(request.body.key, sponsorId);
      const parts = request.body.parts.map((part) => ({
        partNumber: part.PartNumber,
        etag: bareDigest(part.ETag),
        checksum: bareDigest(part.checksum),
      }));
      await uploads.complete({ uploadId, key }, parts, checksum.toLowerCase(), {
        onlyIfAbsent,
        replaces: replaces?.toLowerCase(),
        record: (transaction) =>
          recordEvent(transaction, actorOf(request), { action: 'upload', type: 'file', name: key }),
      });
      return {};
    },
  );

  app.delete(
    '/upload/cancel',
    {
      schema: {
        summary: 'Cancels an upload; succeeds if there is none',
        body: UploadBody,
        response: { 200: Empty, ...errorResponses(403) },
      },
    },
    async (request) => {
      const key = checkObjectKey(request.body.key, callerOf(request).sponsorId);
      await uploads.cancel({ uploadId: request.body.uploadId, key });
      return {};
    },
  );
  done();
};
