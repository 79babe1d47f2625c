import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { errorResponses, Id, noBody } from '../routes/schemas';
import { MAX_PART_BYTES } from './parts';
import { partTooLarge } from './uploadFolder';
import type { UrlSigner } from './urlSigner';

/** Receives the parts of uploads. */
export interface PartReceiver {
  /** @throws HttpError 404 `NO_SUCH_UPLOAD` if the upload is not in progress, 507 if there is no space for the part. */
  check(uploadId: string, bytes: number): Promise<void>;
  /**
   * Stores a part, replacing an earlier one with the same number, and returns its MD5. A part that is cut off or too
   * large leaves the earlier one unchanged.
   *
   * @throws HttpError 404 `NO_SUCH_UPLOAD`, 413 for a part that is too large, 507 for a full disk.
   */
  receive(uploadId: string, partNumber: number, body: Readable): Promise<string>;
}

const PartParams = Type.Object({ uploadId: Id, partNumber: Type.String({ maxLength: 5, pattern: '^[0-9]+$' }) });

/** Creates the route that receives parts. Public: the signature grants access, as with S3's presigned URLs. */
export function folderUploadRoutes(receiver: PartReceiver, signer: UrlSigner): FastifyPluginAsyncTypebox {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    // Keep the body a stream for every content type, so that parts are never buffered.
    scope.addContentTypeParser('*', (_request, payload, parsed) => {
      parsed(null, payload);
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
          const bytes = Number(request.headers['content-length'] ?? 0);
          if (bytes > MAX_PART_BYTES) throw partTooLarge(MAX_PART_BYTES);
          await receiver.check(uploadId, bytes);
        },
      },
      async (request, reply) => {
        const { uploadId, partNumber } = request.params;
        // A request without a body is an empty part.
        const body = request.body instanceof Readable ? request.body : request.raw;
        const md5 = await receiver.receive(uploadId, Number(partNumber), body);
        return reply.header('etag', `"${md5}"`).send();
      },
    );
    await Promise.resolve();
  };
}
