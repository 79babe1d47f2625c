import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpFailure } from './failure';

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && 'statusCode' in error;
}

/** Whether a request was refused by a route's schema; the message names the field then. */
export function isValidationFailure(error: unknown): error is FastifyError {
  return isFastifyError(error) && error.code === 'FST_ERR_VALIDATION';
}

/** Answers what is too broken to reach a route: an address that can't be decoded, a parameter that is too long. */
export function answerBadRequest(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(error.statusCode ?? 400).send({ msg: error.message });
}

/** Gives every failure the wire contract's form, `{ msg, code? }`. What nobody foresaw is logged and stays inside. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof HttpFailure) {
      return reply
        .code(error.status)
        .send(error.code === undefined ? { msg: error.msg } : { msg: error.msg, code: error.code });
    }
    if (isValidationFailure(error)) return reply.code(400).send({ msg: error.message });
    // Fastify's own refusals: no JSON, too large, a content type that nobody reads.
    if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ msg: error.message });
    }
    request.log.error(error);
    return reply.code(500).send({
      msg: `Something went wrong on the server. Its log tells more under the request id ${request.id}.`,
    });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ msg: `There is no ${request.method} ${request.url.split('?')[0] ?? ''} here.` }),
  );
}
