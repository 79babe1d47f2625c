import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { HttpError } from '../common/errors';
import { BUNDLE_DIR, REPOSITORY_ROOT, SOURCE_DIR } from '../folders';
import { errorResponses, Id, notModified } from '../http/schemas';
import { hashFile, sendFile } from '../http/sendFile';

const APP_DIR = join(REPOSITORY_ROOT, 'src', 'app');
const VIEWER_DIR = join(SOURCE_DIR, 'pipelines', 'viewer');
const OPENSEADRAGON_DIR = dirname(fileURLToPath(import.meta.resolve('openseadragon')));
const INTER_DIR = dirname(
  fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
);

/** The folders of the scripts, styles and fonts that the viewer and the sign-in pages load. They contain no user data. */
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['viewer.css', VIEWER_DIR],
  ['viewer.mjs', BUNDLE_DIR],
  ['openseadragon.min.js', OPENSEADRAGON_DIR],
  ['inter.css', APP_DIR],
  ['inter-latin-wght-normal.woff2', INTER_DIR],
]);

/** `GET /assets/{name}`: the static files of the HTML pages that the server renders. Public. */
export const pageAssetRoutes: FastifyPluginAsyncTypebox = (app) => {
  const schema = {
    summary: 'Returns a script, style or font of the viewer and the sign-in pages',
    security: [],
    params: Type.Object({ name: Id }),
    response: {
      200: {
        description: 'The file.',
        content: {
          'text/javascript': { schema: Type.String() },
          'text/css': { schema: Type.String() },
          'font/woff2': { schema: Type.String() },
        },
      },
      ...notModified,
      ...errorResponses(404),
    },
  };
  app.get('/assets/:name', { schema }, async (request, reply) => {
    const { name } = request.params;
    const root = ASSETS.get(name);
    if (root === undefined) throw new HttpError(404, 'The file was not found.', 'NOT_FOUND');
    const etag = await hashFile(join(root, name));
    reply.header('cache-control', 'no-cache');
    return sendFile(request, reply, { root, name }, { etag, acceptRanges: false, lastModified: false });
  });
  return Promise.resolve();
};
