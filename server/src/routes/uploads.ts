import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { callerOf } from '../access';
import { HttpError } from '../errors';
import { withSponsorLock } from '../locks';
import { checkObjectKey } from '../objects/keyRules';
import { partTooLarge } from '../objects/uploadFolder';
import { MAX_PART_BYTES, MAX_PARTS } from '../objects/uploadStore';
import type { Services } from '../services';
import { checkUploadTarget } from '../visibleObjects';
import { Empty, errorResponses, Id, Key, noBody } from './schemas';
import { sweepHourly } from './sweepHourly';

/** URLs per response. They expire, so more would be stale before they are used. */
const URLS_PER_RESPONSE = 16;
/** Enough for 10,000 parts of about 120 bytes each. */
const COMPLETE_BODY_BYTES = 4 * 1024 * 1024;

const PartNumber = Type.Integer({ minimum: 1, maximum: MAX_PARTS });
const Md5 = Type.String({ pattern: '^"?[0-9a-fA-F]{32}"?$' });
const StartBody = Type.Object({ key: Key });
const StartResponse = Type.Object({ uploadId: Type.String() }, { description: 'The upload has started.' });
const UploadBody = Type.Object({ key: Key, uploadId: Id });
const UrlsQuery = Type.Object({
  key: Key,
  uploadId: Id,
  partNumber: PartNumber,
  totalParts: PartNumber,
});
const UrlsResponse = Type.Array(Type.Object({ partNumber: PartNumber, url: Type.String() }), {
  description: 'Signed URLs in order, from the requested part on. May contain fewer URLs than parts remain.',
});
const CompleteBody = Type.Object({
  key: Key,
  uploadId: Id,
  parts: Type.Array(Type.Object({ PartNumber, ETag: Md5, checksum: Md5 }), { minItems: 1, maxItems: MAX_PARTS }),
  checksum: Type.String({ pattern: '^[0-9a-fA-F]{32}-[0-9]{1,5}$' }),
  lastFile: Type.Optional(Type.Boolean()),
});

/** The `/upload` routes: start, complete and cancel uploads, and sign the URLs of parts. */
export const uploadRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { environment, signer, uploads } = services;
  await sweepHourly(app, () => uploads.sweep());

  const startSchema = {
    summary: 'Starts an upload',
    body: StartBody,
    response: { 200: StartResponse, ...errorResponses(403, 404, 409, 507) },
  };
  app.post('/upload/start', { schema: startSchema }, async (request) => {
    const { sponsorId } = callerOf(request);
    const key = checkObjectKey(request.body.key, sponsorId);
    await checkUploadTarget(services, sponsorId, key);
    return { uploadId: await uploads.start(key) };
  });

  app.get(
    '/upload/urls',
    {
      schema: {
        summary: 'Returns signed URLs of parts',
        querystring: UrlsQuery,
        response: { 200: UrlsResponse, ...errorResponses(403, 404) },
      },
    },
    async (request) => {
      const { uploadId, partNumber: first, totalParts } = request.query;
      const { sponsorId } = callerOf(request);
      const key = checkObjectKey(request.query.key, sponsorId);
      if (first > totalParts)
        throw new HttpError(400, `partNumber ${String(first)} is greater than totalParts ${String(totalParts)}.`);
      await checkUploadTarget(services, sponsorId, key);
      await uploads.check({ uploadId, key });
      const count = Math.min(URLS_PER_RESPONSE, totalParts - first + 1);
      return Array.from({ length: count }, (_, index) => {
        const partNumber = String(first + index);
        const query = signer.sign(['part', uploadId, partNumber], environment.signedUrlSeconds);
        return {
          partNumber: first + index,
          url: `${environment.publicUrl}/storage/${uploadId}/${partNumber}?${query}`,
        };
      });
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
      const { uploadId, checksum } = request.body;
      const { sponsorId } = callerOf(request);
      const key = checkObjectKey(request.body.key, sponsorId);
      await checkUploadTarget(services, sponsorId, key);
      const parts = request.body.parts.map((part) => ({
        partNumber: part.PartNumber,
        etag: bareDigest(part.ETag),
        checksum: bareDigest(part.checksum),
      }));
      await uploads.complete(
        { uploadId, key },
        {
          parts,
          checksum: checksum.toLowerCase(),
          // The project may be renamed or deleted while the parts are assembled.
          place: (putInPlace) =>
            withSponsorLock(sponsorId, async () => {
              await checkUploadTarget(services, sponsorId, key);
              await putInPlace();
            }),
        },
      );
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
};

function bareDigest(digest: string): string {
  return digest.replaceAll('"', '').toLowerCase();
}

const PartParams = Type.Object({ uploadId: Id, partNumber: Type.String({ maxLength: 5, pattern: '^[0-9]+$' }) });

/** `PUT` of a part to its signed URL. Public: the signature grants access, as with S3's presigned URLs. */
export const storageRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { signer, uploads }) => {
  await app.register((scope: typeof app, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Keep the body a stream for every content type, so that parts are never buffered.
    scope.addContentTypeParser('*', (_request, payload, done) => {
      done(null, payload);
    });
    scope.put(
      '/storage/:uploadId/:partNumber',
      {
        schema: {
          summary: 'Stores a part',
          security: [{ signature: [] }],
          params: PartParams,
          response: {
            200: noBody('The part is stored; the `ETag` header is its quoted MD5.'),
            ...errorResponses(403, 404, 413, 507),
          },
        },
        // Validate before the body is read, to reject large parts early.
        async preParsing(request) {
          // Invalid parameters are rejected by the schema later.
          const params: unknown = request.params;
          if (!Value.Check(PartParams, params)) return;
          const { uploadId, partNumber } = params;
          signer.verify(['part', uploadId, partNumber], request.query);
          if (Number(request.headers['content-length']) > MAX_PART_BYTES) throw partTooLarge(MAX_PART_BYTES);
          await uploads.check({ uploadId });
        },
      },
      async (request, reply) => {
        const { uploadId, partNumber } = request.params;
        // A request without a body is an empty part.
        const body = request.body instanceof Readable ? request.body : request.raw;
        const md5 = await uploads.putPart(uploadId, Number(partNumber), body);
        return reply.header('etag', `"${md5}"`).send();
      },
    );
    done();
  });
};
