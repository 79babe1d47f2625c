import type {} from '@fastify/swagger';
import type { FastifyPluginCallback } from 'fastify';
import { errorMessage, HttpError } from '../common/errors';
import { within } from '../common/within';
import { newBlobKey } from '../storage/blobStore';
import type { Services } from './services';

/** Longer than a check takes on a busy server, and shorter than the interval of common balancers. */
const CHECK_MS = 2_000;
const NO_PROJECT = '0'.repeat(32);

/**
 * `GET /healthz` and `/readyz`, for balancers and service managers. A server is healthy while it responds, and ready
 * while it can reach its database and storage and is not stopping. Public, and without details.
 */
export const healthRoutes: FastifyPluginCallback<Pick<Services, 'blobs' | 'database' | 'stopping'>> = (
  app,
  { blobs, database, stopping },
  done,
) => {
  // Hidden from the OpenAPI document, because these routes are not part of the API.
  const schema = { hide: true };

  app.get('/healthz', { schema }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (stopping.aborted) throw new HttpError(503, 'The server is about to stop.', 'NOT_READY');
    const checks = {
      database: () => database.query('select 1'),
      storage: () => blobs.has(newBlobKey(NO_PROJECT)),
    };
    for (const [name, check] of Object.entries(checks)) {
      try {
        if ((await within<unknown>(CHECK_MS, check())) === undefined)
          throw new Error(`no response within ${CHECK_MS} ms`);
      } catch (error) {
        request.log.warn({ error: errorMessage(error) }, `${name} is not ready`);
        throw new HttpError(503, `The ${name} can’t be reached.`, 'NOT_READY');
      }
    }
    return { status: 'ready' };
  });
  done();
};
