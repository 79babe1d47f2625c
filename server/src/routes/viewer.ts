import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findViewable, type ViewableDataset } from '../database/pipelineJobs';
import { namesTag } from '../entityTags';
import { HttpError } from '../errors';
import { createPageSender } from '../htmlPages';
import { orIfMissing } from '../objects/durableFiles';
import { TILE_OVERLAP_PIXELS, TILE_PIXELS } from '../pipelines/buildTiles';
import { PyramidManifest, pyramidPath, readManifest } from '../pipelines/pyramidFolder';
import { verifyViewerAddress, VIEWER_PAGE_HEADERS, viewerPage, viewerProblemPage } from '../pipelines/viewerPage';
import type { Services } from '../services';
import { contentOf, errorResponses, htmlResponses as pagesOf, Id, noBody } from './schemas';

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
    if (viewable === undefined) throw new HttpError(404, 'The dataset was deleted.', 'NOT_FOUND');
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
      304: noBody('The browser has it already.'),
      ...errorResponses(404),
    },
  };
  app.get<{ Params: { name: string } }>('/viewer/assets/:name', { schema: assetSchema }, async (request, reply) => {
    const asset = assets.get(request.params.name);
    if (asset === undefined) throw new HttpError(404, 'There is no such file.', 'NOT_FOUND');
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
    response: { 200: ManifestAnswer, ...errorResponses(403, 404) },
  };
  app.get<ViewerRoute>(
    '/viewer/:hash/:expires/:signature/manifest.json',
    { schema: manifestSchema },
    async (request, reply) => {
      const { dataset, channels, jobId } = await requireViewable(request);
      const manifest = await readManifest(pyramidPath(folder, request.params.hash, jobId));
      if (manifest === undefined) throw new HttpError(404, 'The images are gone; add the dataset again.', 'NOT_FOUND');
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
        response: { 200: contentOf('image/jpeg', 'The tile.'), ...errorResponses(403, 404) },
      },
    },
    async (request, reply) => {
      const { hash, jobId, image, level, tile } = request.params;
      await requireViewable(request);
      const path = join(pyramidPath(folder, hash, jobId), image, level, tile);
      const stats = await orIfMissing(stat(path), undefined);
      if (stats === undefined) throw new HttpError(404, 'There is no such tile.', 'NOT_FOUND');
      reply.headers({ 'cache-control': TILE_CACHE, 'content-length': stats.size });
      return reply.type('image/jpeg').send(createReadStream(path));
    },
  );
}

const ASSETS_DIR = join(dirname(fileURLToPath(import.meta.url)), '..', 'pipelines', 'viewer');

/** A file that every viewer page loads; nothing of a dataset is in it. */
export interface ViewerAsset {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
}

async function readAsset(path: string, type: string): Promise<ViewerAsset> {
  const body = await readFile(path);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` };
}

/** The viewer's own script and style, and OpenSeadragon, by their names in the page. */
export async function readViewerAssets(): Promise<ReadonlyMap<string, ViewerAsset>> {
  const script = 'text/javascript; charset=utf-8';
  const openSeadragon = fileURLToPath(import.meta.resolve('openseadragon'));
  return new Map([
    ['viewer.mjs', await readAsset(join(ASSETS_DIR, 'viewer.mjs'), script)],
    ['channelLayers.mjs', await readAsset(join(ASSETS_DIR, 'channelLayers.mjs'), script)],
    ['viewer.css', await readAsset(join(ASSETS_DIR, 'viewer.css'), 'text/css; charset=utf-8')],
    ['openseadragon.js', await readAsset(join(dirname(openSeadragon), 'openseadragon.min.js'), script)],
  ]);
}
