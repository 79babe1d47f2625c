import { randomBytes } from 'node:crypto';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type {} from './access';
import type { Environment } from './environment';

const REQUEST_ID_BYTES = 12;

type LoggingOptions = Pick<FastifyServerOptions, 'logger' | 'logController' | 'genReqId'>;

/** Serializes a request for the log. URLs and headers may contain secrets. */
function serializeRequest({ method }: Pick<FastifyRequest, 'method'>): { readonly method: string } {
  return { method };
}

/**
 * Logs to stderr as JSON lines. Fastify's own request logging is off because it writes URLs, and the signed URLs of
 * parts, archives, previews and viewers grant access. Request ids are generated here because clients could send any.
 */
export function loggingOptions({ logLevel }: Pick<Environment, 'logLevel'>): LoggingOptions {
  return {
    logger: { level: logLevel, stream: process.stderr, serializers: { req: serializeRequest } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(REQUEST_ID_BYTES).toString('hex'),
  };
}

/** Adds the request id to every response, and logs each request at level `info` by its route. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // For handlers that bypass Fastify and write to the raw response.
    reply.raw.setHeader('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        sponsor: request.principal?.sponsorId,
        user: request.principal?.userId,
      },
      'request completed',
    );
  });
}

/** Logs the name, message and stack of an error. Its other properties may contain request data. */
export function logUnexpectedError(log: Pick<FastifyBaseLogger, 'error'>, error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ error: { name, message, stack } }, 'unexpected error');
}
