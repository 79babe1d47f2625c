import { randomBytes } from 'node:crypto';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { Environment } from './environment';
import type {} from './access';

// Requests carry whom they are from.

const REQUEST_ID_BYTES = 12;

type LoggingOptions = Pick<FastifyServerOptions, 'logger' | 'logController' | 'genReqId'>;

/** What a request looks like in the log: never its URL, never its headers. */
function describeRequest({ method }: Pick<FastifyRequest, 'method'>): { readonly method: string } {
  return { method };
}

/**
 * The log goes to stderr, one line of JSON an event. Fastify's own lines about requests stay off: they tell URLs, and
 * the addresses of parts, archives, previews and viewers are permissions by themselves. Ids of requests are made here,
 * since one that a client brings could be anything.
 */
export function loggingOptions({ logLevel }: Pick<Environment, 'logLevel'>): LoggingOptions {
  return {
    logger: { level: logLevel, stream: process.stderr, serializers: { req: describeRequest } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(REQUEST_ID_BYTES).toString('hex'),
  };
}

/** Gives every answer its request's id, and writes a line for each at level `info`: the route, not the address. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // For those who answer by themselves, past Fastify.
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
      'answered',
    );
  });
}

/** Logs what nobody foresaw, by name, message and stack alone: other properties of an error may hold what was sent. */
export function logUnexpectedError(log: Pick<FastifyBaseLogger, 'error'>, error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ error: { name, message, stack } }, 'unforeseen');
}
