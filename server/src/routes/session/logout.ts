import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { endOidcSession } from '../../database/accounts/oidcState';
import { actorOf } from '../../http/access';
import { servePages } from '../../http/htmlPages';
import { htmlResponses, noBody } from '../../http/schemas';
import { SIGNED_OUT_PATH } from '../../identity/issuer';
import { errorPage, htmlHeaders, signedOutPage } from '../../identity/pages';
import { clearSessionCookies } from '../../identity/sessionCookies';
import { clearBrowserId, readBrowserId } from '../../identity/signInCookies';
import type { Services } from '../services';

/**
 * The app's `logoutUrl`, which ends the session here and at the identity provider.
 *
 * @param options.provider The built-in identity provider; undefined with an external one.
 */
export const logoutRoutes: FastifyPluginCallbackTypebox<Services & { readonly provider: Provider | undefined }> = (
  app,
  { environment, database, issuer, sessions, provider },
  done,
) => {
  const { publicUrl, appUrl } = environment;
  const send = servePages(app, htmlHeaders(appUrl), errorPage);

  /** Ends the session at the built-in provider. */
  async function endProviderSession(request: FastifyRequest, reply: FastifyReply, builtIn: Provider): Promise<void> {
    const name = builtIn.cookieName('session');
    const sessionId = request.cookies[name];
    if (sessionId !== undefined) await endOidcSession(database, sessionId);
    reply.clearCookie(name, { path: '/' }).clearCookie(`${name}.sig`, { path: '/' });
  }

  const logoutSchema = {
    summary: 'Ends the session and its tokens; the app’s `logoutUrl`',
    response: {
      303: noBody('Redirects to the identity provider, or to the signed-out page.'),
      ...htmlResponses({ 500: 'An unexpected error.', 503: 'The identity provider can’t be reached.' }),
    },
  };
  app.get('/logout', { schema: logoutSchema }, async (request, reply) => {
    const browserId = readBrowserId(request);
    const idToken = browserId === undefined ? undefined : await sessions.endAll(browserId, actorOf(request));
    clearBrowserId(reply);
    clearSessionCookies(reply, environment);
    if (provider !== undefined) await endProviderSession(request, reply, provider);
    const next = provider === undefined ? await issuer.signOutUrl(idToken) : undefined;
    return reply.header('cache-control', 'no-store').redirect(next?.href ?? `${publicUrl}${SIGNED_OUT_PATH}`, 303);
  });

  const signedOutSchema = {
    summary: 'Shows that the user has signed out',
    response: htmlResponses({ 200: 'The page.' }),
  };
  app.get(SIGNED_OUT_PATH, { schema: signedOutSchema }, (_request, reply) => send(reply, 200, signedOutPage()));
  done();
};
