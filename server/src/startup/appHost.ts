import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { basename, extname, join } from 'node:path';
import serveStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { appSecurityHeaders } from '../../../config/securityHeaders';
import type { Environment } from '../environment/environment';
import { applyError, clientErrorHandler } from '../http/errorHandler';
import { loggingOptions, logRequests } from '../http/logging';

/** Matches `main.3f2a9c1b.js`: the name changes with the content, so the file can be cached forever. */
const HASHED_NAME = /\.[0-9a-f]{8,}\./;
const FILE_EXTENSION = /^\.(?:js|mjs|css|map|json|ico|png|svg|webp|woff2?|wasm|txt)$/i;
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Returns the app's `config.json`, which points at this backend. */
function appConfiguration({ publicUrl, appUrl }: Environment): Readonly<Record<string, string>> {
  return {
    apiUrl: publicUrl,
    loginUrl: `${publicUrl}/login`,
    logoutUrl: `${publicUrl}/logout`,
    imagePreviewUrl: publicUrl,
    homeUrl: `${appUrl}/`,
  };
}

/**
 * Serves the built app on a listening server. Paths of screens get `index.html` because the app routes them itself.
 * Missing files get 404, so that an outdated page never receives HTML for a script.
 *
 * @param storageOrigin The origin to which pages upload, if it is not the backend's.
 */
export async function buildAppHost(
  environment: Environment,
  server: Server,
  storageOrigin?: string,
): Promise<FastifyInstance> {
  const { appDir, publicUrl } = environment;
  const host = fastify({ ...loggingOptions(environment), serverFactory: () => server, clientErrorHandler });
  logRequests(host);
  const configuration = appConfiguration(environment);
  const headers = appSecurityHeaders({
    apiUrl: publicUrl,
    imagePreviewUrl: publicUrl,
    ...(storageOrigin !== undefined && { storageUrls: [storageOrigin] }),
  });

  host.addHook('onSend', async (_request, reply) => {
    reply.headers(headers);
  });
  host.setErrorHandler((error, request, reply) => {
    const { msg } = applyError(reply, error, request);
    return reply.type('text/plain; charset=utf-8').send(msg);
  });
  host.get('/config.json', async (_request, reply) => reply.header('cache-control', REVALIDATE).send(configuration));

  function sendIndex(reply: FastifyReply): FastifyReply {
    if (existsSync(join(appDir, 'index.html'))) return reply.sendFile('index.html');
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send(`The app has not been built: ${appDir} contains no index.html. Run npm run build, then reload this page.`);
  }

  await host.register(serveStatic, {
    root: appDir,
    index: 'index.html',
    cacheControl: false,
    // The build writes `.br` and `.gz` files next to the hashed files.
    preCompressed: true,
    setHeaders(response, path) {
      response.setHeader('vary', 'Accept-Encoding');
      response.setHeader('cache-control', HASHED_NAME.test(basename(path)) ? FOREVER : REVALIDATE);
    },
  });
  host.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Check the Accept header too: a dataset may be called `atlas.js`.
    const isNavigation = (request.headers.accept ?? '').includes('text/html') || !FILE_EXTENSION.test(extname(path));
    if (isRead && isNavigation) return sendIndex(reply);
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  });
  await host.ready();
  return host;
}
