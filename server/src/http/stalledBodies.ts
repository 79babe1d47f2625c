import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endConnection } from './errorHandler';

/**
 * A body makes progress if at least this many bytes arrive within the stall limit. Every usable connection is faster.
 */
const MIN_BYTES = 1_024;
/** Number of checks within the stall limit. */
const CHECKS = 4;

/** The state of a body when it last made progress. */
interface Progress {
  readonly bytes: number;
  readonly atMs: number;
}

/**
 * Responds with 408 to requests whose bodies stall, on every route, and closes their connections. A body that keeps arriving
 * may take as long as it needs.
 *
 * @param seconds How long a body may stall.
 */
export function endStalledBodies(app: FastifyInstance, seconds: number): void {
  const receiving = new Map<IncomingMessage, Progress>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    if (length !== '0' || encoding !== undefined) {
      receiving.set(raw, progressOf(raw));
      raw.once('close', () => receiving.delete(raw));
    }
    done();
  });

  const timer = setInterval(
    () => {
      for (const [request, last] of receiving) {
        const now = progressOf(request);
        if (request.complete) receiving.delete(request);
        // With unread bytes, the client waits for the server.
        else if (request.readableLength > 0 || now.bytes - last.bytes >= MIN_BYTES) receiving.set(request, now);
        else if (now.atMs - last.atMs >= seconds * 1_000) {
          receiving.delete(request);
          end(request);
        }
      }
    },
    (seconds * 1_000) / CHECKS,
  );
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

function progressOf({ socket }: IncomingMessage): Progress {
  return { bytes: socket.bytesRead, atMs: performance.now() };
}

function end({ socket }: IncomingMessage): void {
  endConnection(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
  // Its route gets an error instead of the rest of the body.
  socket.destroySoon();
}
