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

/** Escapes text for use in HTML content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/**
 * Returns the headers of the HTML pages that the server renders: not cached, and sending no referrer.
 *
 * @param features The browser features that the page may use.
 */
export function pageHeaders(
  contentSecurityPolicy: string,
  features: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(features),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** Sends HTML pages in response to browser navigations. */
export interface PageSender {
  readonly send: (reply: FastifyReply, status: number, html: string) => FastifyReply;
  /** Sends a page that explains an error. */
  readonly sendError: (reply: FastifyReply, error: unknown, request: FastifyRequest) => FastifyReply;
}

/**
 * @param headers The headers of every page, from `pageHeaders`.
 * @param errorPage Renders an error message as a page.
 */
export function createPageSender(
  headers: Readonly<Record<string, string>>,
  errorPage: (message: string) => string,
): PageSender {
  const send: PageSender['send'] = (reply, status, html) =>
    reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html);
  return {
    send,
    sendError: (reply, error, request) => {
      const { msg } = applyError(reply, error, request);
      return send(reply, reply.statusCode, errorPage(msg));
    },
  };
}
