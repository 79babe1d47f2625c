import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { newTempPath, type DataFolder } from '../../disk/dataFolder';
import { errorResponses, Id, noBody } from '../../http/schemas';
import { createKeyedMutex } from '../../scheduling/limits';
import type { BlobStore } from '../blobStore';
import { MAX_PART_BYTES, noSuchUpload } from '../parts';
import type { UrlSigner } from '../urlSigner';
import { hasUploadFolder, partTooLarge, receivePart, storePart, uploadPath } from './uploadFolder';

const PartParams = Type.Object({ uploadId: Id, partNumber: Type.String({ maxLength: 5, pattern: '^[0-9]+$' }) });

/**
 * Creates the route that receives parts, each of which replaces an earlier one with the same number. Public: the signature grants
 * access, as with S3's presigned URLs.
 */
export function folderUploadRoutes(
  folder: DataFolder,
  { requireSpace, signer }: Pick<BlobStore, 'requireSpace'> & { readonly signer: UrlSigner },
): FastifyPluginAsyncTypebox {
  const withLock = createKeyedMutex();
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
          if (!(await hasUploadFolder(folder, uploadId))) throw noSuchUpload();
          await requireSpace(bytes);
        },
      },
      async (request, reply) => {
        const { uploadId, partNumber } = request.params;
        // A request without a body is an empty part.
        const body = request.body instanceof Readable ? request.body : request.raw;
        const temp = newTempPath(folder);
        const md5 = await receivePart(temp, body, MAX_PART_BYTES);
        const number = Number(partNumber);
        // Serialized, because concurrent requests for one part would remove each other's file. The lock is in memory,
        // because only one server uses the folder.
        await withLock(`${uploadId}/${String(number)}`, () =>
          storePart(uploadPath(folder, uploadId), temp, number, md5),
        );
        return reply.header('etag', `"${md5}"`).send();
      },
    );
    await Promise.resolve();
  };
}
