import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import { endOidcSession } from '../database/oidcState';
import { HttpFailure } from '../failure';
import type { Services } from '../services';
import { challengeOf, keepSignIn, newSignIn, takeSignIn } from './openSignIn';
import { errorPage, htmlHeaders, signedOutPage } from './pages';
import { issuePreviewCredentials } from './previewCredentials';
import { CALLBACK_PATH, CLIENT_ID, OIDC_PATH, SCOPE } from './provider';
import { clearSessionCookies, setSessionCookies } from './sessionCookies';
import { exchangeCode } from './tokenClient';
import type { TokenVerifier } from './tokenVerifier';

const Callback = Type.Object({
  code: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  error_description: Type.Optional(Type.String()),
});

/** The app's `loginUrl` and `logoutUrl`: an OpenID Connect client that ends in the eight cookies. */
export function loginRoutes(
  app: FastifyInstance,
  {
    services,
    provider,
    verifier: tokenVerifier,
  }: { readonly services: Services; readonly provider: Provider; readonly verifier: TokenVerifier },
): Promise<void> {
  const { environment, database } = services;
  const { publicUrl, appUrl } = environment;
  const headers = htmlHeaders(appUrl);

  function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
    return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html);
  }

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof HttpFailure) return sendPage(reply, error.status, errorPage(error.msg));
    request.log.error(error);
    return sendPage(reply, 500, errorPage('Something went wrong on the server.'));
  });

  app.get('/login', async (_request, reply) => {
    const signIn = newSignIn();
    keepSignIn(reply, signIn, publicUrl.startsWith('https:'));
    const parameters = new URLSearchParams({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: `${publicUrl}${CALLBACK_PATH}`,
      scope: SCOPE,
      state: signIn.state,
      nonce: signIn.nonce,
      code_challenge: challengeOf(signIn.verifier),
      code_challenge_method: 'S256',
    });
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${publicUrl}${OIDC_PATH}/auth?${parameters.toString()}`, 303);
  });

  app.get<{ Querystring: Static<typeof Callback> }>(
    CALLBACK_PATH,
    { schema: { querystring: Callback } },
    async (request, reply) => {
      const { code, state = '', error, error_description: description } = request.query;
      const signIn = takeSignIn(request, reply, state);
      if (signIn === undefined)
        throw new HttpFailure(400, 'This sign-in was not begun in this browser, or too long ago.');
      if (code === undefined) throw new HttpFailure(400, description ?? error ?? 'The identity provider gave no code.');

      const tokens = await exchangeCode(services, code, signIn.verifier);
      const claims = await tokenVerifier.verifyIdToken(tokens.id_token);
      if (claims.nonce !== signIn.nonce)
        throw new HttpFailure(400, 'The sign-in was answered with another one’s token.');
      setSessionCookies(reply, environment, {
        ...(await issuePreviewCredentials(services, claims)),
        id_token: tokens.id_token,
        access_token: tokens.access_token,
        refresh_token: tokens.refresh_token,
        sponsor_id: claims.sponsorId,
        user_id: claims.userId,
      });
      return reply.header('cache-control', 'no-store').redirect(`${appUrl}/`, 303);
    },
  );

  app.get('/logout', async (request, reply) => {
    const name = provider.cookieName('session');
    const sessionId = request.cookies[name];
    if (sessionId !== undefined) await endOidcSession(database, sessionId);
    reply.clearCookie(name, { path: '/' }).clearCookie(`${name}.sig`, { path: '/' });
    clearSessionCookies(reply, environment);
    return reply.header('cache-control', 'no-store').redirect(`${publicUrl}/signed-out`, 303);
  });

  app.get('/signed-out', (_request, reply) => sendPage(reply, 200, signedOutPage()));
  return Promise.resolve();
}
