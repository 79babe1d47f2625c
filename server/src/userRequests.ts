import type { FastifyInstance } from 'fastify';
import { callerOf } from './access';
import { createTaskCounts, tooManyRequests } from './locks';

/**
 * Limits the requests of each user that are handled at the same time by the routes of a scope: what cannot be divided into slices,
 * such as writing a long response, would otherwise delay others as many times as a user repeats it. Call it after the caller is known.
 */
export function limitRequestsOfUsers(app: FastifyInstance, maxPerUser: number): void {
  const running = createTaskCounts();
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
