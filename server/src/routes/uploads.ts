import type { Readable } from 'node:stream';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
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

/** URLs given out at a time: they expire, so giving many ahead would only make them stale. */
const URLS_AT_ONCE = 16;
/** 10,000 parts of some 120 bytes each, with room to spare. */
const COMPLETE_BODY_BYTES = 4 * 1024 * 1024;

const PartNumber = Type.Integer({ minimum: 1, maximum: MAX_PARTS });
const Md5 = Type.String({ pattern: '^"?[0-9a-fA-F]{32}"?$' });
const StartBody = Type.Object({ key: Key });
const StartAnswer = Type.Object({ uploadId: Type.String() }, { description: 'The upload is under way.' });
const UploadBody = Type.Object({ key: Key, uploadId: Id });
const UrlsQuery = Type.Object({
  key: Key,
  uploadId: Id,
  partNumber: PartNumber,
  totalParts: PartNumber,
});
const UrlsAnswer = Type.Array(Type.Object({ partNumber: PartNumber, url: Type.String() }), {
  description: 'From the part that was asked for on, in order; fewer than remain, since they expire.',
});
const CompleteBody = Type.Object({
  key: Key,
  uploadId: Id,
  parts: Type.Array(Type.Object({ PartNumber, ETag: Md5, checksum: Md5 }), { minItems: 1, maxItems: MAX_PARTS }),
  checksum: Type.String({ pattern: '^[0-9a-fA-F]{32}-[0-9]{1,5}$' }),
  lastFile: Type.Optional(Type.Boolean()),
});

/** The calls that begin, complete and cancel an upload, and give out the addresses of its parts. */
export async function uploadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { environment, signer, uploads } = services;
  await sweepHourly(app, () => uploads.sweep());

  const startSchema = {
    summary: 'Begins an upload',
    body: StartBody,
    response: { 200: StartAnswer, ...errorResponses(403, 404, 409, 507) },
  };
  app.post<{ Body: Static<typeof StartBody> }>('/upload/start', { schema: startSchema }, async (request) => {
    const { sponsorId } = callerOf(request);
    const key = checkObjectKey(request.body.key, sponsorId);
    await checkUploadTarget(services, sponsorId, key);
    return { uploadId: await uploads.start(key) };
  });

  app.get<{ Querystring: Static<typeof UrlsQuery> }>(
    '/upload/urls',
    {
      schema: {
        summary: 'Signed addresses of parts',
        querystring: UrlsQuery,
        response: { 200: UrlsAnswer, ...errorResponses(403, 404) },
      },
    },
    async (request) => {
      const { uploadId, partNumber: first, totalParts } = request.query;
      const { sponsorId } = callerOf(request);
      const key = checkObjectKey(request.query.key, sponsorId);
      if (first > totalParts)
        throw new HttpError(400, `partNumber ${String(first)} is over totalParts ${String(totalParts)}.`);
      await checkUploadTarget(services, sponsorId, key);
      await uploads.check({ uploadId, key });
      const count = Math.min(URLS_AT_ONCE, totalParts - first + 1);
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

  app.post<{ Body: Static<typeof CompleteBody> }>(
    '/upload/complete',
    {
      schema: {
        summary: 'Makes the file of its parts',
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
          // Putting large parts together takes a while, in which the project can be renamed or deleted.
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

  app.delete<{ Body: Static<typeof UploadBody> }>(
    '/upload/cancel',
    {
      schema: {
        summary: 'Cancels an upload; none there is no error',
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
}

function bareDigest(digest: string): string {
  return digest.replaceAll('"', '').toLowerCase();
}

const PartParams = Type.Object({ uploadId: Id, partNumber: Type.String({ maxLength: 5, pattern: '^[0-9]+$' }) });

interface PartRoute {
  Params: Static<typeof PartParams>;
  Body: Readable | undefined;
}

/** `PUT` of a part to its signed URL. Public: the signature is the permission, as with S3's presigned URLs. */
export async function storageRoutes(app: FastifyInstance, { signer, uploads }: Services): Promise<void> {
  await app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    // The body stays a stream, whatever it says it is: a part is never in memory as a whole.
    scope.addContentTypeParser('*', (_request, payload, done) => {
      done(null, payload);
    });
    scope.put<PartRoute>(
      '/storage/:uploadId/:partNumber',
      {
        schema: {
          summary: 'Takes a part',
          permission: 'signature',
          params: PartParams,
          response: {
            200: noBody('The part is stored; the header `ETag` has its MD5 in quotes.'),
            ...errorResponses(403, 404, 413, 507),
          },
        },
        // Before the body is read, so that gigabytes are not taken in to be refused.
        async preParsing(request) {
          const { uploadId, partNumber } = request.params;
          signer.verify(['part', uploadId, partNumber], request.query);
          if (Number(request.headers['content-length']) > MAX_PART_BYTES) throw partTooLarge(MAX_PART_BYTES);
          await uploads.check({ uploadId });
        },
      },
      async (request, reply) => {
        const { uploadId, partNumber } = request.params;
        // No body at all (no length, no type) is an empty part.
        const md5 = await uploads.putPart(uploadId, Number(partNumber), request.body ?? request.raw);
        return reply.header('etag', `"${md5}"`).send();
      },
    );
    registered();
  });
}
