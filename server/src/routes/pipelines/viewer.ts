import { channelColours, WHITE } from '@data-manager/domain/pictures/channelColour';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import { wholeStream } from '../../common/wholeStream';
import { findViewable, type ViewableDataset } from '../../database/jobs/pyramids';
import { servePages } from '../../http/htmlPages';
import { errorResponses, htmlResponses, Id, notModified } from '../../http/schemas';
import { isCached } from '../../http/sendFile';
import { TILE_OVERLAP_PIXELS, TILE_PIXELS } from '../../images/buildTiles';
import { PyramidManifest, pyramidName, readManifest } from '../../pipelines/pyramidFolder';
import { verifyViewerAddress, VIEWER_PAGE_HEADERS, viewerPage, viewerProblemPage } from '../../pipelines/viewerPage';
import type { Services } from '../services';

/** Pyramids never change: each build has its own URL. */
const TILE_CACHE_CONTROL = 'private, max-age=86400, immutable';

const ViewerParams = Type.Object({ hash: Id, expires: Id, signature: Id });
const TileParams = Type.Object({
  ...ViewerParams.properties,
  pyramidId: Type.String({ pattern: '^[0-9a-f-]{32,36}$' }),
  image: Type.String({ pattern: '^\\d{1,6}-\\d{1,2}-\\d{1,2}$' }),
  level: Type.String({ pattern: '^\\d{1,2}$' }),
  tile: Type.String({ pattern: '^\\d{1,6}_\\d{1,6}\\.(jpeg|png)$' }),
});
const Channels = Type.Array(Type.Object({ num: Type.Integer(), name: Type.String(), colour: Type.String() }));
const ManifestResponse = Type.Object(
  {
    dataset: Type.String(),
    channels: Channels,
    pixelSize: Type.Optional(Type.Number({ description: 'Edge of a pixel, µm.' })),
    tiles: Type.Object({ path: Type.String(), size: Type.Integer(), overlap: Type.Integer() }),
    ...PyramidManifest.properties,
  },
  { description: 'The sections, layers and channels, and the location of their tiles.' },
);

/** Returns the channels of the metadata and of the images, with the colors that the app's preview uses. */
function colouredChannels(
  named: ViewableDataset['channels'],
  slices: PyramidManifest['slices'],
): Static<typeof Channels> {
  const known = new Set(named.map(({ num }) => num));
  const found = new Set(slices.flatMap(({ images }) => images.map(({ channel }) => channel)));
  const others = [...found].filter((num) => !known.has(num)).map((num) => ({ num, name: '' }));
  const channels = [...named, ...others].sort((left, right) => left.num - right.num);
  const colours = channelColours(channels);
  return channels.map(({ num, name }) => ({
    num,
    name: name.trim() === '' ? `Channel ${String(num)}` : name,
    colour: colours.get(num) ?? WHITE,
  }));
}

/** The viewer of a dataset's image pyramids. Public: the signature in the path grants access. */
export const viewerRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { blobs: { derived }, database, signer },
) => {
  async function findVerified(params: Static<typeof ViewerParams>): Promise<ViewableDataset> {
    verifyViewerAddress(signer, params);
    const viewable = await findViewable(database, params.hash);
    if (viewable === undefined) throw new HttpError(404, 'The dataset was deleted.', 'NOT_FOUND');
    return viewable;
  }

  await app.register((pages: typeof app, _options, done) => {
    const send = servePages(pages, VIEWER_PAGE_HEADERS, viewerProblemPage);
    const schema = {
      summary: 'Shows the viewer of a dataset',
      security: [{ signature: [] }],
      params: ViewerParams,
      response: htmlResponses({
        200: 'The viewer.',
        400: 'The URL is invalid.',
        403: 'The URL was altered or has expired.',
        404: 'The dataset was deleted.',
        500: 'An unexpected error.',
      }),
    };
    pages.get('/viewer/:hash/:expires/:signature/', { schema }, async (request, reply) =>
      send(reply, 200, viewerPage(await findVerified(request.params))),
    );
    done();
  });

  const manifestSchema = {
    summary: 'Returns the manifest of the viewer',
    security: [{ signature: [] }],
    params: ViewerParams,
    response: { 200: ManifestResponse, ...errorResponses(403, 404) },
  };
  app.get('/viewer/:hash/:expires/:signature/manifest.json', { schema: manifestSchema }, async (request, reply) => {
    const { dataset, channels, pixelSize, pyramidId } = await findVerified(request.params);
    const manifest = await readManifest(derived, pyramidName(request.params.hash, pyramidId));
    if (manifest === undefined) {
      throw new HttpError(404, 'The images no longer exist. Add the dataset to the viewer again.', 'NOT_FOUND');
    }
    const tiles = { path: `tiles/${pyramidId}`, size: TILE_PIXELS, overlap: TILE_OVERLAP_PIXELS };
    const { slices } = manifest;
    return reply.header('cache-control', 'no-store').send({
      dataset,
      channels: colouredChannels(channels, slices),
      ...(pixelSize !== undefined && { pixelSize }),
      tiles,
      slices,
    });
  });

  const tileSchema = {
    summary: 'Returns a tile of an image',
    security: [{ signature: [] }],
    params: TileParams,
    response: {
      200: {
        description: 'The tile: the values of a grayscale image, or a color image ready to be shown.',
        content: { 'image/png': { schema: Type.String() }, 'image/jpeg': { schema: Type.String() } },
      },
      ...notModified,
      ...errorResponses(403, 404),
    },
  };
  app.get(
    '/viewer/:hash/:expires/:signature/tiles/:pyramidId/:image/:level/:tile',
    { schema: tileSchema },
    async (request, reply) => {
      const { hash, pyramidId, image, level, tile } = request.params;
      await findVerified(request.params);
      const etag = `"${pyramidId}"`;
      const cacheHeaders = { etag, 'cache-control': TILE_CACHE_CONTROL };
      if (isCached(request, etag)) return reply.code(304).headers(cacheHeaders).send();
      const file = await derived.open([pyramidName(hash, pyramidId), image, level, tile].join('/'));
      if (file === undefined) throw new HttpError(404, 'The file was not found.', 'NOT_FOUND');
      return reply
        .headers({ ...cacheHeaders, 'content-length': file.size })
        .type(tile.endsWith('.png') ? 'image/png' : 'image/jpeg')
        .send(wholeStream(file));
    },
  );
};
