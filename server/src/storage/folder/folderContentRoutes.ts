import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { errorResponses, Id, mediaResponse, notModified } from '../../http/schemas';
import { sendFile } from '../../http/sendFile';
import { checkBlobKey } from '../blobStore';
import type { UrlSigner } from '../urlSigner';

const ContentParams = Type.Object({ projectHash: Id, id: Id, etag: Id });

/** Returns the signed subject of a file's content, which is also part of its URL. */
export function contentSubject(blob: string, etag: string): readonly ['content', ...string[]] {
  return ['content', ...blob.split('/'), etag];
}

/**
 * Creates the route that sends the content of a file. Public: the signature grants access.
 *
 * @param blobs The folder of the contents.
 */
export function folderContentRoutes(blobs: string, signer: UrlSigner): FastifyPluginCallbackTypebox {
  const mediaType = 'application/octet-stream';
  const schema = {
    summary: 'Downloads a file, or a range of it',
    security: [{ signature: [] }],
    params: ContentParams,
    response: {
      200: mediaResponse(mediaType, 'The content.'),
      206: mediaResponse(mediaType, 'The requested range.'),
      ...notModified,
      ...errorResponses(403, 404, 416),
    },
  };
  return (app, _options, done) => {
    app.get('/contents/:projectHash/:id/:etag', { schema }, async (request, reply) => {
      const { projectHash, id, etag } = request.params;
      const blob = `${projectHash}/${id}`;
      signer.verify(contentSubject(blob, etag), request.query);
      reply.headers({ 'cache-control': 'private, no-store', 'content-type': mediaType });
      return sendFile(request, reply, { root: blobs, name: checkBlobKey(blob) }, { etag: `"${etag}"` });
    });
    done();
  };
}
