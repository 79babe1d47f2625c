import { createHash, randomBytes } from 'node:crypto';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { endOidcSession } from '../database/oidcState';
import { HttpError } from '../errors';
import { createPageSender } from '../htmlPages';
import { boundedText, htmlResponses, noBody } from '../routes/schemas';
import type { Services } from '../services';
import { errorPage, htmlHeaders, signedOutPage } from './pages';
import { issuePreviewCredentials } from './previewCredentials';
import { CALLBACK_PATH, CLIENT_ID, OIDC_PATH, SCOPE } from './provider';
import { clearSessionCookies, setSessionCookies } from './sessionCookies';
import { exchangeCode } from './tokens';

/** Time that the user has to fill in the sign-in form. */
const PENDING_SIGN_IN_SECONDS = 60 * 60;

const PendingSignIn = Type.Object({ state: Type.String(), nonce: Type.String(), verifier: Type.String() });

/** The values that the callback needs: OpenID Connect's state and nonce, and PKCE's verifier. */
type OpenSignIn = Static<typeof PendingSignIn>;

/** Each sign-in has its own cookie, so that two tabs can sign in at the same time. */
function cookieName(state: string): string {
  return `sign_in_${state}`;
}

function newSignIn(): OpenSignIn {
  const random = (): string => randomBytes(32).toString('base64url');
  return { state: random(), nonce: random(), verifier: random() };
}

/** Returns the S256 code challenge of RFC 7636. */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Saves the sign-in in a signed cookie that only the callback receives and no page can read. */
function saveSignIn(reply: FastifyReply, signIn: OpenSignIn, secure: boolean): void {
  reply.setCookie(cookieName(signIn.state), JSON.stringify(signIn), {
    path: CALLBACK_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: true,
    maxAge: PENDING_SIGN_IN_SECONDS,
  });
}

/** Reads and clears the sign-in that this browser started with a state; undefined if there is none. */
function takeSignIn(request: FastifyRequest, reply: FastifyReply, state: string): OpenSignIn | undefined {
  const name = cookieName(state);
  const cookie = request.cookies[name];
  if (cookie === undefined) return undefined;
  reply.clearCookie(name, { path: CALLBACK_PATH });
  const { valid, value } = request.unsignCookie(cookie);
  if (!valid) return undefined;
  const signIn: unknown = JSON.parse(value);
  return Value.Check(PendingSignIn, signIn) && signIn.state === state ? signIn : undefined;
}

const Text = boundedText(2_000);
const Callback = Type.Object({
  code: Type.Optional(Text),
  state: Type.Optional(Text),
  error: Type.Optional(Text),
  error_description: Type.Optional(Text),
});

/** The app's `loginUrl` and `logoutUrl`: an OpenID Connect client that sets the eight session cookies. */
export const loginRoutes: FastifyPluginCallbackTypebox<{
  readonly services: Services;
  readonly provider: Provider;
}> = (app, { services, provider }, done) => {
  const { environment, database, verifier } = services;
  const { publicUrl, appUrl } = environment;
  const page = createPageSender(htmlHeaders(appUrl), errorPage);

  app.setErrorHandler((error, request, reply) => page.sendError(reply, error, request));

  const loginSchema = {
    summary: 'Starts a sign-in; the app’s `loginUrl`',
    response: { 303: noBody('Redirects to the identity provider.'), ...htmlResponses({ 500: 'An unexpected error.' }) },
  };
  app.get('/login', { schema: loginSchema }, async (_request, reply) => {
    const signIn = newSignIn();
    saveSignIn(reply, signIn, publicUrl.startsWith('https:'));
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

  app.get(
    CALLBACK_PATH,
    {
      schema: {
        summary: 'Completes a sign-in: sets the eight session values as cookies',
        querystring: Callback,
        response: {
          303: noBody('Redirects to the app.'),
          ...htmlResponses({
            400: 'The sign-in was not started in this browser, or was rejected.',
            401: 'The identity provider rejected the code.',
            500: 'An unexpected error.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { code, state = '', error, error_description: description } = request.query;
      const signIn = takeSignIn(request, reply, state);
      if (signIn === undefined)
        throw new HttpError(400, 'This sign-in was not started in this browser, or it has expired.');
      if (code === undefined)
        throw new HttpError(400, description ?? error ?? 'The identity provider returned no code.');

      const tokens = await exchangeCode(services, code, signIn.verifier);
      const claims = await verifier.verifyIdToken(tokens.id_token);
      if (claims.nonce !== signIn.nonce)
        throw new HttpError(400, 'The identity provider returned a token of another sign-in.');
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
    response: { 303: noBody('Redirects to the signed-out page.'), ...htmlResponses({ 500: 'An unexpected error.' }) },
  };
  app.get('/logout', { schema: logoutSchema }, async (request, reply) => {
    const name = provider.cookieName('session');
    const sessionId = request.cookies[name];
    if (sessionId !== undefined) await endOidcSession(database, sessionId);
    reply.clearCookie(name, { path: '/' }).clearCookie(`${name}.sig`, { path: '/' });
    clearSessionCookies(reply, environment);
    return reply.header('cache-control', 'no-store').redirect(`${publicUrl}/signed-out`, 303);
  });

  const signedOutSchema = {
    summary: 'Shows that the user has signed out',
    response: htmlResponses({ 200: 'The page.' }),
  };
  app.get('/signed-out', { schema: signedOutSchema }, (_request, reply) => page.send(reply, 200, signedOutPage()));
  done();
};
