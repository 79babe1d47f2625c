import type { FastifyReply, FastifyRequest } from 'fastify';
import { foreseenAnswer } from '../errorAnswers';
import { logUnforeseen } from '../requestLogging';
import { errorPage, htmlHeaders } from './pages';

/** Answers calls of the browser itself, where a person sees what comes. */
export interface PageSender {
  readonly send: (reply: FastifyReply, status: number, html: string) => FastifyReply;
  /** Says in a page why a call failed; what nobody foresaw is logged, not told. */
  readonly sendFailure: (reply: FastifyReply, error: unknown, request: FastifyRequest) => FastifyReply;
}

/** @param appUrl where the pages' forms may lead in the end */
export function createPageSender(appUrl: string): PageSender {
  const headers = htmlHeaders(appUrl);
  const send: PageSender['send'] = (reply, status, html) =>
    reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html);
  return {
    send,
    sendFailure: (reply, error, request) => {
      const foreseen = foreseenAnswer(error, request);
      if (foreseen !== undefined) return send(reply, foreseen.status, errorPage(foreseen.body.msg));
      logUnforeseen(request.log, error);
      return send(reply, 500, errorPage('Something went wrong on the server.'));
    },
  };
}
