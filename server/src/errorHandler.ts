import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './errors';
import { logUnexpectedError } from './logging';

/** An error by which Fastify or one of its plug-ins refuses a call. */
interface ClientError extends Error {
  readonly statusCode: number;
}

function isClientError(error: unknown): error is ClientError {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode < 500;
}

/** Whether a request was refused by a route's schema; the message names the field then. */
export function isValidationError(error: unknown): error is ClientError {
  return isClientError(error) && 'code' in error && error.code === 'FST_ERR_VALIDATION';
}

/** Answers what is too broken to reach a route: an address that can't be decoded, a parameter that is too long. */
export function handleFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(error.statusCode ?? 400)
    .header('x-request-id', request.id)
    .send({ msg: error.message });
}

/** Refusals that are not of our own in words that say what became of the call. */
function messageOf(error: ClientError, request: FastifyRequest): string {
  if (error.statusCode === 413) {
    const { bodyLimit } = request.routeOptions;
    return `The body of this call is larger than ${String(bodyLimit)} bytes. Nothing was changed.`;
  }
  return error.message;
}

/** A refusal that was foreseen; undefined where nobody foresaw it. */
function toHttpError(error: unknown, request: FastifyRequest): HttpError | undefined {
  if (error instanceof HttpError) return error;
  // Not as the schema says, no JSON, too large, a path that leads out of the app's folder.
  return isClientError(error) ? new HttpError(error.statusCode, messageOf(error, request)) : undefined;
}

/**
 * Gives an answer the status and the headers of a failure. What nobody foresaw is logged and stays inside.
 *
 * @returns what its body has to say, in the wire contract's form
 */
export function applyError(
  reply: FastifyReply,
  error: unknown,
  request: FastifyRequest,
): { readonly msg: string; readonly code?: string } {
  const foreseen = toHttpError(error, request);
  if (foreseen === undefined) {
    logUnexpectedError(request.log, error);
    reply.code(500);
    return { msg: `Something went wrong on the server. Its log tells more under the request id ${request.id}.` };
  }
  const { status, msg, code, retryAfterSeconds } = foreseen;
  reply.code(status);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return code === undefined ? { msg } : { msg, code };
}

/** Gives every failure the wire contract's form, `{ msg, code? }`. */
export function setErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => reply.send(applyError(reply, error, request)));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ msg: `There is no ${request.method} ${request.url.split('?')[0] ?? ''} here.` }),
  );
}
