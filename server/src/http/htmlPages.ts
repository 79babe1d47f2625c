import type { FastifyInstance, FastifyReply } from 'fastify';
import { permissionsPolicy } from '../../../config/securityHeaders';
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

/** As in `public/icon.svg` and the app's header. */
export const LOGO =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true">' +
  '<rect x="2" y="2" width="20" height="20" rx="4"/><path d="M2 9h20M2 15h20" opacity=".6"/><path d="M12 2v20"/></svg>';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0b7285" stroke-width="2" stroke-linejoin="round">' +
  '<style>@media (prefers-color-scheme: dark) { svg { stroke: #3bc9db; } }</style>' +
  '<rect x="2" y="2" width="20" height="20" rx="4"/><path d="M2 9h20M2 15h20" opacity=".6"/><path d="M12 2v20"/></svg>';

/** The icon of the app. Without a link, browsers request `/favicon.ico`. Requires `img-src data:`. */
const ICON_LINK = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
`;

/** Loads the typeface of the app. Requires `style-src 'self'` and `font-src 'self'`. */
export const TYPEFACE_LINKS = `<link rel="preload" href="/assets/inter-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/inter.css">
`;

/** Renders a page of the server. `head` and `body` are HTML. */
export function htmlDocument(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Data Manager</title>
${ICON_LINK}${head}</head>
<body>
${body}
</body>
</html>
`;
}

/**
 * Makes the routes of a scope respond with HTML pages, also to errors.
 *
 * @param headers The headers of every page, from `pageHeaders`.
 * @param errorPage Renders an error message as a page.
 * @param toError Replaces errors that need a message for this page.
 * @returns A function that sends a page.
 */
export function servePages(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  errorPage: (message: string) => string,
  toError: (error: unknown) => unknown = (error) => error,
) {
  const send = (reply: FastifyReply, status: number, html: string): FastifyReply =>
    reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html);
  app.setErrorHandler((error, request, reply) => {
    const { msg } = applyError(reply, toError(error), request);
    return send(reply, reply.statusCode, errorPage(msg));
  });
  return send;
}
