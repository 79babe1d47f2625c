import type { FastifyReply, FastifyRequest } from 'fastify';
import { tellFailure } from './errorAnswers';

/** Answers calls of the browser itself, where a person sees what comes. */
export interface PageSender {
  readonly send: (reply: FastifyReply, status: number, html: string) => FastifyReply;
  /** Says in a page why a call failed. */
  readonly sendFailure: (reply: FastifyReply, error: unknown, request: FastifyRequest) => FastifyReply;
}

/**
 * @param headers of every page, from `pageHeaders`
 * @param problemPage the page that says in these words, as text, what is wrong
 */
export function createPageSender(
  headers: Readonly<Record<string, string>>,
  problemPage: (words: string) => string,
): PageSender {
  const send: PageSender['send'] = (reply, status, html) =>
    reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html);
  return {
    send,
    sendFailure: (reply, error, request) => {
      const { msg } = tellFailure(reply, error, request);
      return send(reply, reply.statusCode, problemPage(msg));
    },
  };
}
