import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type {} from './access';
import type { Environment } from '../environment/environment';

const REQUEST_ID_BYTES = 12;
/** The ids of common proxies: hexadecimal digits and UUIDs. */
const REQUEST_ID = /^[\w-]{8,64}$/;

type LoggingOptions = Pick<FastifyServerOptions, 'logger' | 'logController' | 'genReqId'>;

/** Serializes a request for the log. URLs and headers may contain secrets. */
function serializeRequest({ method }: Pick<FastifyRequest, 'method'>): { readonly method: string } {
  return { method };
}

/** Returns the ids of requests: the `X-Request-Id` of trusted proxies, otherwise new ids, because clients could send any. */
function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const id = headers['x-request-id'];
    const isTrusted = trusted.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
    if (isTrusted && typeof id === 'string' && REQUEST_ID.test(id)) return id;
    return randomBytes(REQUEST_ID_BYTES).toString('hex');
  };
}

/**
 * Logs to stderr as JSON lines. Fastify's own request logging is off because it writes URLs, and the signed URLs of
 * parts, archives, previews and viewers grant access.
 */
export function loggingOptions({
  logLevel,
  trustedProxies,
}: Pick<Environment, 'logLevel' | 'trustedProxies'>): LoggingOptions {
  return {
    logger: { level: logLevel, stream: process.stderr, serializers: { req: serializeRequest } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(trustedProxies),
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

/** Pino's number of the level `error`. */
const ERROR_LEVEL = 50;

/** Logs an error that belongs to no request, in the format of the other lines. */
export function logError(msg: string): void {
  const line = { level: ERROR_LEVEL, time: Date.now(), pid: process.pid, hostname: hostname(), msg };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
