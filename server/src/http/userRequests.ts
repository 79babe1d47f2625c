import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRestingLimit, tooManyRequests, type KeyedLimit, type TaskCounts } from '../scheduling/limits';
import { callerOf } from './access';
import { untilClosed } from './untilClosed';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its response may take milliseconds to be made, in one turn of the event loop (`limitLongResponses`). */
    readonly hasLongResponse?: boolean;
    /** Its user waits for work in the background, so the request does not slow that down. */
    readonly isPatient?: boolean;
  }
}

/** Users count as active for a while after a request. */
const ACTIVE_MS = 5_000;

/** Returns a function that tells whether users are active: requests of the scope are handled, or were during the last seconds. */
export function watchRequests(app: FastifyInstance): () => boolean {
  let running = 0;
  let endedAt = -Infinity;
  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.config.isPatient === true) {
      next();
      return;
    }
    running += 1;
    reply.raw.once('close', () => {
      running -= 1;
      endedAt = performance.now();
    });
    next();
  });
  return () => running > 0 || performance.now() - endedAt < ACTIVE_MS;
}

/**
 * Limits the requests of each user that are handled at the same time by the routes of a scope. Call it after the caller is known.
 *
 * @param running Counts them.
 */
export function limitRequestsOfUsers(app: FastifyInstance, running: TaskCounts, maxPerUser: number): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { userId } = callerOf(request);
    if (running.of(userId) >= maxPerUser) {
      next(tooManyRequests());
      return;
    }
    running.add(userId);
    // Also if the client goes away.
    reply.raw.once('close', () => running.remove(userId));
    next();
  });
}

/**
 * Lets each user have one request at a time handled by each route with a long response: reading and writing thousands of rows would
 * otherwise delay others as many times as a user repeats it. The others wait. Call it after the caller is known.
 *
 * @param users The requests that are being handled, by user.
 */
export function limitLongResponses(app: FastifyInstance, users: TaskCounts): void {
  const limits = new Map<string, KeyedLimit>();
  queueRequests(app, (request) => {
    const { config, url = '' } = request.routeOptions;
    if (config.hasLongResponse !== true) return undefined;
    const limit = limits.get(url) ?? createRestingLimit(users, Infinity);
    limits.set(url, limit);
    return limit;
  });
}

/**
 * Makes requests of a scope wait until a limit of their user allows them to be handled, before their bodies are read.
 *
 * @param limitOf Returns the limit for a request; undefined if it need not wait.
 */
export function queueRequests(
  app: FastifyInstance,
  limitOf: (request: FastifyRequest) => KeyedLimit | undefined,
): void {
  const endTurn = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onRequest', (request, reply, next) => {
    const limit = limitOf(request);
    if (limit === undefined) {
      next();
      return;
    }
    const closed = untilClosed(reply);
    void limit(
      callerOf(request).userId,
      () =>
        new Promise<void>((end) => {
          endTurn.set(request, end);
          next(closed.aborted ? (closed.reason as Error) : undefined);
        }),
    );
  });
  // The handler has answered. If the client has gone away, its work may end long after the connection.
  app.addHook('onSend', (request, _reply, _payload, next) => {
    endTurn.get(request)?.();
    next();
  });
}
