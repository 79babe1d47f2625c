import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import { endOidcSession } from '../database/oidcState';
import { HttpFailure } from '../failure';
import { createPageSender } from '../pageSender';
import { bodiless, boundedText, pages } from '../routes/schemas';
import type { Services } from '../services';
import { challengeOf, keepSignIn, newSignIn, takeSignIn } from './openSignIn';
import { errorPage, htmlHeaders, signedOutPage } from './pages';
import { issuePreviewCredentials } from './previewCredentials';
import { CALLBACK_PATH, CLIENT_ID, OIDC_PATH, SCOPE } from './provider';
import { clearSessionCookies, setSessionCookies } from './sessionCookies';
import { exchangeCode } from './tokenClient';

const Text = boundedText(2_000);
const Callback = Type.Object({
  code: Type.Optional(Text),
  state: Type.Optional(Text),
  error: Type.Optional(Text),
  error_description: Type.Optional(Text),
});

/** The app's `loginUrl` and `logoutUrl`: an OpenID Connect client that ends in the eight cookies. */
export function loginRoutes(
  app: FastifyInstance,
  { services, provider }: { readonly services: Services; readonly provider: Provider },
): Promise<void> {
  const { environment, database, verifier } = services;
  const { publicUrl, appUrl } = environment;
  const page = createPageSender(htmlHeaders(appUrl), errorPage);

  app.setErrorHandler((error, request, reply) => page.sendFailure(reply, error, request));

  const loginSchema = {
    summary: 'Begins a sign-in; the app’s `loginUrl`',
    response: { 303: bodiless('To the identity provider.'), ...pages({ 500: 'Something that nobody foresaw.' }) },
  };
  app.get('/login', { schema: loginSchema }, async (_request, reply) => {
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
    {
      schema: {
        summary: 'Ends a sign-in: the eight session values become cookies',
        querystring: Callback,
        response: {
          303: bodiless('To the app.'),
          ...pages({
            400: 'The sign-in was not begun in this browser, or was refused.',
            401: 'The identity provider refuses the code.',
            500: 'Something that nobody foresaw.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { code, state = '', error, error_description: description } = request.query;
      const signIn = takeSignIn(request, reply, state);
      if (signIn === undefined)
        throw new HttpFailure(400, 'This sign-in was not begun in this browser, or too long ago.');
      if (code === undefined) throw new HttpFailure(400, description ?? error ?? 'The identity provider gave no code.');

      const tokens = await exchangeCode(services, code, signIn.verifier);
      const claims = await verifier.verifyIdToken(tokens.id_token);
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

  const logoutSchema = {
    summary: 'Ends the session and its refresh tokens; the app’s `logoutUrl`',
    response: { 303: bodiless('To the page that says so.'), ...pages({ 500: 'Something that nobody foresaw.' }) },
  };
  app.get('/logout', { schema: logoutSchema }, async (request, reply) => {
    const name = provider.cookieName('session');
    const sessionId = request.cookies[name];
    if (sessionId !== undefined) await endOidcSession(database, sessionId);
    reply.clearCookie(name, { path: '/' }).clearCookie(`${name}.sig`, { path: '/' });
    clearSessionCookies(reply, environment);
    return reply.header('cache-control', 'no-store').redirect(`${publicUrl}/signed-out`, 303);
  });

  const signedOutSchema = { summary: 'Says that somebody signed out', response: pages({ 200: 'The page.' }) };
  app.get('/signed-out', { schema: signedOutSchema }, (_request, reply) => page.send(reply, 200, signedOutPage()));
  return Promise.resolve();
}
