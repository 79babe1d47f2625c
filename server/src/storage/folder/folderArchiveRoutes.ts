import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import { errorResponses, Id, mediaResponse, notModified } from '../../http/schemas';
import { sendFile } from '../../http/sendFile';
import { attachmentHeader, isArchiveId } from '../../names/zipNames';
import type { UrlSigner } from '../urlSigner';

const ArchiveParams = Type.Object({ ref: Id, '*': Type.String() });

/**
 * Creates the route that sends finished archives. Public: the signature grants access.
 *
 * @param zips The folder of the archives.
 */
export function folderArchiveRoutes(
  zips: string,
  { signer, appUrl }: { readonly signer: UrlSigner; readonly appUrl: string },
): FastifyPluginCallbackTypebox {
  const appOrigin = new URL(appUrl).origin;
  const schema = {
    summary: 'Downloads a finished archive, or a range of it',
    security: [{ signature: [] }],
    params: ArchiveParams,
    response: {
      200: mediaResponse('application/zip', 'The archive.'),
      206: mediaResponse('application/zip', 'The requested range.'),
      ...notModified,
      ...errorResponses(403, 404, 416),
    },
  };
  return (app, _options, done) => {
    app.get('/archives/:ref/*', { schema }, async (request, reply) => {
      const { ref, '*': fileName } = request.params;
      // The app opens archives, and error messages in their place, in a hidden frame.
      reply.header('content-security-policy', `default-src 'none'; frame-ancestors ${appOrigin}`);
      signer.verify(['archive', ref, fileName], request.query);
      const name = `${ref}.zip`;
      if (!isArchiveId(ref) || !existsSync(join(zips, name))) {
        throw new HttpError(404, 'This archive no longer exists. Request it again.', 'NOT_FOUND');
      }
      reply.headers({ 'cache-control': 'private, no-cache', 'content-disposition': attachmentHeader(fileName) });
      return sendFile(request, reply, { root: zips, name }, { etag: `"${ref}"` });
    });
    done();
  };
}
