import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { processClock, type Clock } from '../scheduling/fairTurns';
import { createRestingLimit, type TaskCounts } from '../scheduling/limits';
import { LongBody } from './longBody';
import { queueRequests } from './userRequests';

/** Longer bodies are parsed in a thread. Parsing this many bytes takes about 5 ms. */
const LONG_BYTES = 1024 * 1024;
/** Requests with long bodies that a server reads at the same time. More would exhaust its memory. */
const LONG_AT_ONCE = 4;

/**
 * Reads JSON bodies: short bodies at once, long bodies in a thread. An empty body counts as none, because some clients send a content
 * type without one.
 */
export function acceptJson(app: FastifyInstance): void {
  const parseNow = app.getDefaultJsonParser('error', 'error');
  const parse = (request: FastifyRequest, body: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      void parseNow(request, body, (error, value) => (error === null ? resolve(value) : reject(error)));
    });

  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { bodyLimit: limit } = request.routeOptions;
    if (lengthOf(request) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    const chunks: Buffer[] = [];
    let bytes = 0;
    let long: LongBody | undefined;
    try {
      // The response to a body that is too long needs the connection.
      for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
        chunks.push(chunk);
        if (bytes > LONG_BYTES) for (const each of chunks.splice(0)) (long ??= new LongBody()).write(each);
      }
      if (long !== undefined) return await long.read().catch(rejectBody);
      return bytes === 0 ? undefined : await parse(request, Buffer.concat(chunks).toString());
    } finally {
      await long?.close();
    }
  });
}

/** Whatever the thread could not do with the body is the fault of the body. */
function rejectBody(): never {
  throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY();
}

/** Returns the announced length of a body; NaN if it is not known in advance. */
function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? Number.NaN);
}

/**
 * Lets users take turns with long bodies in the routes of a scope: one of each user is read and worked on at a time, followed by a
 * rest, so that a user with many of them delays others hardly longer than with one. The others are not read meanwhile. Call it after
 * the caller is known.
 *
 * @param users The requests that are being handled, by user.
 */
export function limitLongBodies(app: FastifyInstance, users: TaskCounts, clock: Clock = processClock): void {
  const takeTurns = createRestingLimit(users, LONG_AT_ONCE, clock);
  queueRequests(app, (request) => {
    const { bodyLimit: limit } = request.routeOptions;
    const bytes = lengthOf(request);
    // A body of unknown length may be as long as the limit allows.
    const isLong =
      (Number.isNaN(bytes) && request.headers['transfer-encoding'] !== undefined ? limit : bytes) > LONG_BYTES;
    return !isLong || bytes > limit ? undefined : takeTurns;
  });
}
