import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpFailure } from './failure';
import { logUnforeseen } from './requestLogging';

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && 'statusCode' in error;
}

/** Whether a request was refused by a route's schema; the message names the field then. */
export function isValidationFailure(error: unknown): error is FastifyError {
  return isFastifyError(error) && error.code === 'FST_ERR_VALIDATION';
}

/** Answers what is too broken to reach a route: an address that can't be decoded, a parameter that is too long. */
export function answerBadRequest(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(error.statusCode ?? 400)
    .header('x-request-id', request.id)
    .send({ msg: error.message });
}

/** Fastify's own refusals in words that say what became of the call. */
function wordsFor(error: FastifyError, request: FastifyRequest): string {
  if (error.statusCode === 413) {
    const { bodyLimit } = request.routeOptions;
    return `The body of this call is larger than ${String(bodyLimit)} bytes. Nothing was changed.`;
  }
  return error.message;
}

/** A refusal that was foreseen, in the wire contract's form; undefined where nobody foresaw it. */
export function foreseenAnswer(
  error: unknown,
  request: FastifyRequest,
): { readonly status: number; readonly body: { readonly msg: string; readonly code?: string } } | undefined {
  if (error instanceof HttpFailure) {
    const { status, msg, code } = error;
    return { status, body: code === undefined ? { msg } : { msg, code } };
  }
  if (isValidationFailure(error)) return { status: 400, body: { msg: error.message } };
  // No JSON, too large, a content type that nobody reads.
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    return { status: error.statusCode, body: { msg: wordsFor(error, request) } };
  }
  return undefined;
}

/** Gives every failure the wire contract's form, `{ msg, code? }`. What nobody foresaw is logged and stays inside. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const foreseen = foreseenAnswer(error, request);
    if (foreseen !== undefined) {
      if (error instanceof HttpFailure && error.retryAfterSeconds !== undefined) {
        reply.header('retry-after', error.retryAfterSeconds);
      }
      return reply.code(foreseen.status).send(foreseen.body);
    }
    logUnforeseen(request.log, error);
    return reply.code(500).send({
      msg: `Something went wrong on the server. Its log tells more under the request id ${request.id}.`,
    });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ msg: `There is no ${request.method} ${request.url.split('?')[0] ?? ''} here.` }),
  );
}
