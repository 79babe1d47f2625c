import type { Readable } from 'node:stream';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { partTooLarge } from '../objects/uploadFolder';
import { MAX_PART_BYTES } from '../objects/uploadStore';
import type { Services } from '../services';
import { bodiless, Id, refusals } from './schemas';

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
            200: bodiless('The part is stored; the header `ETag` has its MD5 in quotes.'),
            ...refusals(403, 404, 413, 507),
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
