import type { FastifyReply } from 'fastify';
import { HttpError } from '../common/errors';

/** Returns a signal that aborts when the connection of a response closes, so that work without a client can end. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  const abort = (): void => closed.abort(new HttpError(400, 'The client has closed the connection.'));
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return closed.signal;
}
