import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors';
import { verifyPreviewCredentials } from '../identity/previewCredentials';
import { checkObjectKey } from '../objects/keyRules';
import { previewName, type PreviewKind } from '../previews/previews';
import { isCached } from '../sendFile';
import type { Services } from '../services';
import { visibleObjects } from '../visibleObjects';
import { contentOf, errorResponses, noBody } from './schemas';

const CACHE_SECONDS = 60 * 60;

const Credential = Type.String({ maxLength: 4_096 });
const PreviewQuery = Type.Object({ ak: Credential, sk: Credential, session_token: Credential });

/** Downsampled images and thumbnails. Public: the three session values in the query grant access. */
export const previewRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const sendPreview = async (
    kind: PreviewKind,
    request: FastifyRequest,
    query: Static<typeof PreviewQuery>,
    reply: FastifyReply,
  ) => {
    const { sponsorId } = await verifyPreviewCredentials(services, query);
    const key = checkObjectKey(keyOfUrl(request.url), sponsorId);
    const object = await (await visibleObjects(services, sponsorId)).stat(key);
    if (object === undefined) throw new HttpError(404, `The file ${key} was not found.`, 'NO_SUCH_FILE');

    const etag = `"${previewName(object, kind)}"`;
    const cacheHeaders = { etag, 'cache-control': `private, max-age=${String(CACHE_SECONDS)}` };
    if (isCached(request, etag)) return reply.code(304).headers(cacheHeaders).send();

    const preview = await services.previews.get(object, kind);
    if (preview === undefined) {
      reply.header('cache-control', 'no-store');
      throw new HttpError(415, `${key} is not a readable image.`, 'NO_IMAGE');
    }
    return reply.headers(cacheHeaders).type('image/png').send(preview);
  };

  const schema = {
    querystring: PreviewQuery,
    security: [{ previewKeys: [] }],
    response: {
      200: contentOf('image/png', 'The image.'),
      304: noBody('The client has the image.'),
      ...errorResponses(401, 403, 404, 415),
    },
  };
  // A wildcard, because keys contain encoded slashes.
  app.get(
    '/get-downsampled-image/*',
    { schema: { summary: 'Returns a downsampled image', ...schema } },
    (request, reply) => sendPreview('downsampled', request, request.query, reply),
  );
  app.get(
    '/get-thumbnail-image/*',
    { schema: { summary: 'Returns a thumbnail of at most 256 pixels', ...schema } },
    (request, reply) => sendPreview('thumbnail', request, request.query, reply),
  );
  done();
};

/** Decodes the key from the URL. The router's decoding of `%25` and `%2F` would change some keys. */
function keyOfUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURIComponent(path.replace(/^\/[^/]*\//, ''));
  } catch {
    throw new HttpError(400, 'The image id is not correctly URI-encoded.');
  }
}
