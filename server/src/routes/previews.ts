import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namesTag } from '../entityTags';
import { HttpError } from '../errors';
import { verifyPreviewCredentials } from '../identity/previewCredentials';
import { checkObjectKey } from '../objects/keyRules';
import { previewName, type PreviewKind } from '../previews/previews';
import type { Services } from '../services';
import { visibleObjects } from '../visibleObjects';
import { contentOf, errorResponses, noBody } from './schemas';

const CACHE_SECONDS = 60 * 60;

const Credential = Type.String({ maxLength: 4_096 });
const PreviewQuery = Type.Object({ ak: Credential, sk: Credential, session_token: Credential });
interface PreviewRoute {
  Querystring: Static<typeof PreviewQuery>;
}

/** Downsampled images and thumbnails. Public to the token check: the three keys in the query are the permission. */
export function previewRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const answer = (kind: PreviewKind) => async (request: FastifyRequest<PreviewRoute>, reply: FastifyReply) => {
    const { sponsorId } = await verifyPreviewCredentials(services, request.query);
    const key = checkObjectKey(keyOfUrl(request.url), sponsorId);
    const object = await (await visibleObjects(services, sponsorId)).stat(key);
    if (object === undefined) throw new HttpError(404, `There is no file ${key}.`, 'NO_SUCH_FILE');

    const etag = `"${previewName(object, kind)}"`;
    const kept = { etag, 'cache-control': `private, max-age=${String(CACHE_SECONDS)}` };
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).headers(kept).send();

    const preview = await services.previews.of(object, kind);
    if (preview === undefined) {
      reply.header('cache-control', 'no-store');
      throw new HttpError(415, `${key} is no image that can be read.`, 'NO_IMAGE');
    }
    return reply.headers(kept).type('image/png').send(preview);
  };

  const schema = {
    querystring: PreviewQuery,
    permission: 'previewKeys' as const,
    response: {
      200: contentOf('image/png', 'The picture.'),
      304: noBody('The browser has it already.'),
      ...errorResponses(401, 403, 404, 415),
    },
  };
  // A wildcard, because a parameter of a path may not be as long as a key.
  app.get<PreviewRoute>(
    '/get-downsampled-image/*',
    { schema: { summary: 'An image for the screen', ...schema } },
    answer('downsampled'),
  );
  app.get<PreviewRoute>(
    '/get-thumbnail-image/*',
    { schema: { summary: 'An image of 256 pixels at most', ...schema } },
    answer('thumbnail'),
  );
  return Promise.resolve();
}

/** The last part of the path, decoded once: a router's own decoding treats `%25` and `%2F` in ways of its own. */
function keyOfUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURIComponent(path.replace(/^\/[^/]*\//, ''));
  } catch {
    throw new HttpError(400, 'The image id is not URI-encoded.');
  }
}
