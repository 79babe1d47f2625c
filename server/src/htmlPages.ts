import type { FastifyReply, FastifyRequest } from 'fastify';
import { permissionsPolicy } from '../../config/securityHeaders';
import { applyError } from './errorHandler';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between the tags of a page, or in an attribute's quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Headers of every page that the server draws itself: no cache, and no trace of its address. */
export function pageHeaders(contentSecurityPolicy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

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
      const { msg } = applyError(reply, error, request);
      return send(reply, reply.statusCode, problemPage(msg));
    },
  };
}
