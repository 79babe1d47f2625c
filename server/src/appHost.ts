import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import serveStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { appSecurityHeaders } from '../../config/securityHeaders';
import type { Environment } from './environment';
import { applyError } from './errorHandler';
import { loggingOptions, logRequests } from './logging';

/** `main.3f2a9c1b.js`: a name that changes with its content, so that it can be kept for ever. */
const HASHED_NAME = /\.[0-9a-f]{8,}\./;
const FILE_EXTENSION = /^\.(?:js|mjs|css|map|json|ico|png|svg|webp|woff2?|wasm|txt)$/i;
const FOREVER = 'public, max-age=31536000, immutable';
const ALWAYS_ASK = 'no-cache';

/** What the app fetches before anything else: where this backend is. */
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
 * Builds the server of the app's own files. Paths of screens get `index.html`, since the app routes them itself;
 * paths with a file's extension that isn't there are 404, so that a stale page doesn't take HTML for a script.
 */
export async function buildAppHost(environment: Environment): Promise<FastifyInstance> {
  const { appDir } = environment;
  const host = fastify(loggingOptions(environment));
  logRequests(host);
  const configuration = appConfiguration(environment);
  const headers = appSecurityHeaders({ apiUrl: environment.publicUrl, imagePreviewUrl: environment.publicUrl });

  host.addHook('onSend', async (_request, reply) => {
    reply.headers(headers);
  });
  host.setErrorHandler((error, request, reply) => {
    const { msg } = applyError(reply, error, request);
    // What was said of the file, to keep it for ever for one, is not so of words about it.
    for (const name of ['content-encoding', 'etag', 'last-modified']) reply.removeHeader(name);
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(msg);
  });
  host.get('/config.json', async (_request, reply) => reply.header('cache-control', ALWAYS_ASK).send(configuration));

  function sendIndex(reply: FastifyReply): FastifyReply {
    if (existsSync(join(appDir, 'index.html'))) return reply.sendFile('index.html');
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send(`The app is not built: there is no index.html in ${appDir}. Run npm run build, then load this page again.`);
  }

  await host.register(serveStatic, {
    root: appDir,
    index: 'index.html',
    cacheControl: false,
    // The build leaves `.br` and `.gz` beside what it names by content.
    preCompressed: true,
    setHeaders(response, path) {
      response.setHeader('vary', 'Accept-Encoding');
      response.setHeader('cache-control', HASHED_NAME.test(basename(path)) ? FOREVER : ALWAYS_ASK);
    },
  });
  host.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // A navigation says so: a dataset may be called `atlas.js`, and its screen's path ends like a script's.
    const isNavigation = (request.headers.accept ?? '').includes('text/html') || !FILE_EXTENSION.test(extname(path));
    if (isRead && isNavigation) return sendIndex(reply);
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  });
  await host.ready();
  return host;
}
