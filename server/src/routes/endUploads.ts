import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf } from '../access';
import { actorOf, recordEvent } from '../database/auditLog';
import { checkObjectKey } from '../objects/keyRules';
import { bareDigest, MAX_PARTS } from '../objects/parts';
import type { Services } from '../services';
import { Empty, errorResponses, Key } from './schemas';
import { OnlyIfAbsent, PartNumber, Replaces, UploadId } from './uploadSchemas';

/** Enough for 10,000 parts of about 120 bytes each. */
const COMPLETE_BODY_BYTES = 4 * 1024 * 1024;

const Md5 = Type.String({ pattern: '^"?[0-9a-fA-F]{32}"?$' });
const CompleteBody = Type.Object({
  key: Key,
  uploadId: UploadId,
  parts: Type.Array(Type.Object({ PartNumber, ETag: Md5, checksum: Md5 }), { minItems: 1, maxItems: MAX_PARTS }),
  checksum: Type.String({ pattern: '^[0-9a-fA-F]{32}-[0-9]{1,5}$' }),
  lastFile: Type.Optional(Type.Boolean()),
  onlyIfAbsent: OnlyIfAbsent,
  replaces: Replaces,
});
const CancelBody = Type.Object({ key: Key, uploadId: UploadId });

/** The `/upload` routes that complete and cancel uploads. */
export const endUploadRoutes: FastifyPluginCallbackTypebox<Services> = (app, { uploads }, done) => {
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
        body: CancelBody,
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
