import { FLAT_KINDS } from '@data-manager/domain/pictures/check/imageContent';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../common/errors';
import { errorResponses, mediaResponse, notModified } from '../../http/schemas';
import { isCached } from '../../http/sendFile';
import { verifyPreviewCredentials } from '../../identity/previewCredentials';
import { previewVersion } from '../../images/previews';
import { isPreview, type PreviewInfo, type WantedPreview } from '../../images/renderPreview';
import { checkObjectKey } from '../../names/keyRules';
import { createRequestLimit } from '../../scheduling/limits';
import type { Routes } from '../services';

const CACHE_SECONDS = 60 * 60;
/** More than the pages of all users of a sponsor request at the same time. */
const REQUESTS_PER_SPONSOR = 1_000;

const Credential = Type.String({ maxLength: 4_096 });
const PreviewQuery = Type.Object({
  ak: Credential,
  sk: Credential,
  session_token: Credential,
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'The page of a multi-page image. The default is the first page that is not empty.',
    }),
  ),
});

const IMAGE_HEADERS = {
  'X-Image-Width': Type.Integer({ description: 'Width of the original image in pixels.' }),
  'X-Image-Height': Type.Integer({ description: 'Height of the original image in pixels.' }),
  'X-Image-Page': Type.Integer({ description: 'The shown page, from 1.' }),
  'X-Image-Pages': Type.Integer({ description: 'The number of pages.' }),
  'X-Image-Flat': Type.Boolean({ description: 'Whether all pixels of the shown page have the same value.' }),
  'X-Image-Content': Type.String({
    enum: ['complete', ...FLAT_KINDS],
    description: 'What the pixels of the shown page are, as in listings.',
  }),
};

/** The headers that describe the original of a preview. CORS exposes them to the app. */
export const IMAGE_HEADER_NAMES: readonly string[] = Object.keys(IMAGE_HEADERS);

function imageHeaders(image: Omit<PreviewInfo, 'type' | 'found'>): Record<string, string> {
  const described = Object.entries({ ...image, flat: image.content !== 'complete' });
  return Object.fromEntries(described.map(([name, value]) => [`x-image-${name}`, String(value)]));
}

/** Downsampled images and thumbnails. Public: the three session values in the query grant access. */
export const previewRoutes: Routes = (app, services) => {
  const limit = createRequestLimit(REQUESTS_PER_SPONSOR);
  const sendPreview = async (
    kind: WantedPreview['kind'],
    request: FastifyRequest,
    query: Static<typeof PreviewQuery>,
    reply: FastifyReply,
  ) => {
    const { sponsorId } = await verifyPreviewCredentials(services, query);
    const key = checkObjectKey(keyOfUrl(request.url), sponsorId);
    const object = (await services.objects.find([key])).get(key);
    if (object === undefined) throw new HttpError(404, `The file ${key} was not found.`, 'NO_SUCH_FILE');

    const isRaw = kind === 'downsampled' && /\bimage\/tiff\b/.test(request.headers.accept ?? '');
    const wanted = { kind, page: query.page, isRaw };
    const etag = `"${previewVersion(object, wanted)}"`;
    const cacheHeaders = {
      etag,
      'cache-control': `private, max-age=${String(CACHE_SECONDS)}`,
      vary: 'Origin, Accept',
    };
    if (isCached(request, etag)) return reply.code(304).headers(cacheHeaders).send();

    const preview = await limit(sponsorId, () => services.previews.get(object, wanted));
    if (!isPreview(preview)) {
      reply.header('cache-control', 'no-store');
      throw new HttpError(415, `${preview.unreadable}.`, 'NO_IMAGE');
    }
    const { image, type, width, height, page, pages, content } = preview;
    return reply
      .headers({ ...cacheHeaders, ...imageHeaders({ width, height, page, pages, content }) })
      .type(type)
      .send(image);
  };

  const schema = {
    querystring: PreviewQuery,
    security: [{ previewKeys: [] }],
    response: {
      200: {
        ...mediaResponse('image/png', 'The image. A TIFF contains the original values of a grayscale image.'),
        content: {
          'image/png': { schema: Type.String() },
          'image/tiff': { schema: Type.String() },
        },
        headers: IMAGE_HEADERS,
      },
      ...notModified,
      ...errorResponses(401, 403, 404, 415, 429, 507),
    },
  };
  // A wildcard, because keys contain encoded slashes.
  app.get(
    '/get-downsampled-image/*',
    {
      schema: {
        summary: 'Returns a downsampled image; with `Accept: image/tiff`, the original values of a grayscale image',
        ...schema,
      },
    },
    (request, reply) => sendPreview('downsampled', request, request.query, reply),
  );
  app.get(
    '/get-thumbnail-image/*',
    { schema: { summary: 'Returns a thumbnail of at most 256 pixels', ...schema } },
    (request, reply) => sendPreview('thumbnail', request, request.query, reply),
  );
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
