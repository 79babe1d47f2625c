import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findViewable, type ViewableDataset } from '../database/pipelinePlaces';
import { namesTag } from '../entityTags';
import { HttpFailure } from '../failure';
import { orIfAbsent } from '../objects/durableFiles';
import { createPageSender } from '../pageSender';
import { TILE_OVERLAP_PIXELS, TILE_PIXELS } from '../pipelines/buildTiles';
import { PyramidManifest, pyramidPath, readManifest } from '../pipelines/pyramidFolder';
import { verifyViewerAddress } from '../pipelines/viewerAddress';
import { readViewerAssets } from '../pipelines/viewerAssets';
import { VIEWER_PAGE_HEADERS, viewerPage, viewerProblemPage } from '../pipelines/viewerPage';
import type { Services } from '../services';
import { answerOf, bodiless, Id, pages as pagesOf, refusals } from './schemas';

/** A pyramid never changes: another build has another address. */
const TILE_CACHE = 'private, max-age=86400, immutable';

const ViewerParams = Type.Object({ hash: Id, expires: Id, signature: Id });
const TileParams = Type.Object({
  ...ViewerParams.properties,
  jobId: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  image: Type.String({ pattern: '^\\d{1,6}-\\d{1,2}-\\d{1,2}$' }),
  level: Type.String({ pattern: '^\\d{1,2}$' }),
  tile: Type.String({ pattern: '^\\d{1,6}_\\d{1,6}\\.jpeg$' }),
});
const ManifestAnswer = Type.Object(
  {
    dataset: Type.String(),
    channels: Type.Array(Type.Object({ num: Type.Integer(), name: Type.String() })),
    tiles: Type.Object({ path: Type.String(), size: Type.Integer(), overlap: Type.Integer() }),
    ...PyramidManifest.properties,
  },
  { description: 'Its sections, layers and channels, and where their tiles are.' },
);
type ViewerRoute = { Params: Static<typeof ViewerParams> };

/** The viewer of a dataset's pyramids. Public to the token check: the signature in the path is the permission. */
export async function viewerRoutes(app: FastifyInstance, { database, folder, signer }: Services): Promise<void> {
  const assets = await readViewerAssets();

  async function requireViewable(request: FastifyRequest<ViewerRoute>): Promise<ViewableDataset> {
    verifyViewerAddress(signer, request.params);
    const viewable = await findViewable(database, request.params.hash);
    if (viewable === undefined) throw new HttpFailure(404, 'The dataset was deleted.', 'NOT_FOUND');
    return viewable;
  }

  const assetSchema = {
    summary: 'Scripts and styles of the viewer',
    params: Type.Object({ name: Id }),
    response: {
      200: {
        description: 'The file.',
        content: { 'text/javascript': { schema: Type.String() }, 'text/css': { schema: Type.String() } },
      },
      304: bodiless('The browser has it already.'),
      ...refusals(404),
    },
  };
  app.get<{ Params: { name: string } }>('/viewer/assets/:name', { schema: assetSchema }, async (request, reply) => {
    const asset = assets.get(request.params.name);
    if (asset === undefined) throw new HttpFailure(404, 'There is no such file.', 'NOT_FOUND');
    reply.headers({ etag: asset.etag, 'cache-control': 'no-cache' });
    if (namesTag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send();
    return reply.type(asset.type).send(asset.body);
  });

  await app.register((pages, _options, registered) => {
    const page = createPageSender(VIEWER_PAGE_HEADERS, viewerProblemPage);
    pages.setErrorHandler((error, request, reply) => page.sendFailure(reply, error, request));
    const schema = {
      summary: 'The viewer of a dataset',
      permission: 'signature' as const,
      params: ViewerParams,
      response: pagesOf({
        200: 'The viewer.',
        400: 'The address is not right.',
        403: 'The address was altered, or is old.',
        404: 'The dataset was deleted.',
        500: 'Something that nobody foresaw.',
      }),
    };
    pages.get<ViewerRoute>('/viewer/:hash/:expires/:signature/', { schema }, async (request, reply) =>
      page.send(reply, 200, viewerPage(await requireViewable(request))),
    );
    registered();
  });

  const manifestSchema = {
    summary: 'What the viewer shows',
    permission: 'signature' as const,
    params: ViewerParams,
    response: { 200: ManifestAnswer, ...refusals(403, 404) },
  };
  app.get<ViewerRoute>(
    '/viewer/:hash/:expires/:signature/manifest.json',
    { schema: manifestSchema },
    async (request, reply) => {
      const { dataset, channels, jobId } = await requireViewable(request);
      const manifest = await readManifest(pyramidPath(folder, request.params.hash, jobId));
      if (manifest === undefined)
        throw new HttpFailure(404, 'The images are gone; add the dataset again.', 'NOT_FOUND');
      const tiles = { path: `tiles/${jobId}`, size: TILE_PIXELS, overlap: TILE_OVERLAP_PIXELS };
      return reply.header('cache-control', 'no-store').send({ dataset, channels, tiles, slices: manifest.slices });
    },
  );

  app.get<{ Params: Static<typeof TileParams> }>(
    '/viewer/:hash/:expires/:signature/tiles/:jobId/:image/:level/:tile',
    {
      schema: {
        summary: 'A tile of an image',
        permission: 'signature',
        params: TileParams,
        response: { 200: answerOf('image/jpeg', 'The tile.'), ...refusals(403, 404) },
      },
    },
    async (request, reply) => {
      const { hash, jobId, image, level, tile } = request.params;
      await requireViewable(request);
      const path = join(pyramidPath(folder, hash, jobId), image, level, tile);
      const stats = await orIfAbsent(stat(path), undefined);
      if (stats === undefined) throw new HttpFailure(404, 'There is no such tile.', 'NOT_FOUND');
      reply.headers({ 'cache-control': TILE_CACHE, 'content-length': stats.size });
      return reply.type('image/jpeg').send(createReadStream(path));
    },
  );
}
