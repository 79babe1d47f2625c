import { randomUUID } from 'node:crypto';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { pruneAttempts } from '../database/attempts';
import { actorOf, recordEvent } from '../database/auditLog';
import { endOidcSession } from '../database/oidcState';
import { pruneSessions } from '../database/sessions';
import { HttpError } from '../errors';
import { createPageSender } from '../htmlPages';
import { createRateLimit, networkOf } from '../rateLimit';
import { boundedText, htmlResponses, noBody } from '../routes/schemas';
import { sweepHourly } from '../routes/sweepHourly';
import type { Services } from '../services';
import { CALLBACK_PATH, SIGNED_OUT_PATH, type PendingSignIn } from './issuer';
import { errorPage, htmlHeaders, signedOutPage } from './pages';
import { issuePreviewCredentials } from './previewCredentials';
import { clearSessionCookies, setSessionCookies } from './sessionCookies';

/** Time that the user has to fill in the sign-in form. */
const PENDING_SIGN_IN_SECONDS = 60 * 60;

const PendingSignInSchema = Type.Object({ state: Type.String(), nonce: Type.String(), verifier: Type.String() });

/** Identifies the browser, so that signing out ends all of its sessions. */
const BROWSER_COOKIE = 'browser';
/** The longest time for which browsers keep a cookie. */
const BROWSER_COOKIE_SECONDS = 400 * 24 * 60 * 60;

/** Limits sign-ins started from one network. Enough for a whole institute. */
const LOGIN_LIMIT = {
  name: 'login',
  max: 600,
  windowSeconds: 60,
  msg: 'Too many sign-ins were started from your network. Try again in a minute.',
};

/** Limits failed sign-ins from one network, because each one sends a request to the identity provider. */
const CALLBACK_LIMIT = {
  name: 'callback',
  max: 100,
  windowSeconds: 60,
  msg: 'Too many failed sign-ins from your network. Try again in a minute.',
};

/** Each sign-in has its own cookie, so that two tabs can sign in at the same time. */
function cookieName(state: string): string {
  return `sign_in_${state}`;
}

/** Saves the sign-in in a signed cookie that only the callback receives and no page can read. */
function saveSignIn(reply: FastifyReply, signIn: PendingSignIn, secure: boolean): void {
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
function takeSignIn(request: FastifyRequest, reply: FastifyReply, state: string): PendingSignIn | undefined {
  const name = cookieName(state);
  const cookie = request.cookies[name];
  if (cookie === undefined) return undefined;
  reply.clearCookie(name, { path: CALLBACK_PATH });
  const { valid, value } = request.unsignCookie(cookie);
  if (!valid) return undefined;
  // The value of another cookie of this server has a valid signature, too.
  const signIn: unknown = value.startsWith('{') ? JSON.parse(value) : undefined;
  return Value.Check(PendingSignInSchema, signIn) && signIn.state === state ? signIn : undefined;
}

/** Returns the id of the browser; undefined if it has none. */
function readBrowserId(request: FastifyRequest): string | undefined {
  const { valid, value } = request.unsignCookie(request.cookies[BROWSER_COOKIE] ?? '');
  return valid ? value : undefined;
}

const Text = boundedText(2_000);
const Callback = Type.Object({
  code: Type.Optional(Text),
  state: Type.Optional(Text),
  error: Type.Optional(Text),
  error_description: Type.Optional(Text),
});

/**
 * The app's `loginUrl` and `logoutUrl`: an OpenID Connect client that sets the eight session cookies.
 *
 * @param options.provider The built-in identity provider; undefined with an external one.
 */
export const loginRoutes: FastifyPluginCallbackTypebox<{
  readonly services: Services;
  readonly provider: Provider | undefined;
}> = (app, { services, provider }, done) => {
  const { environment, database, issuer, sessions } = services;
  const { publicUrl, appUrl } = environment;
  const secure = publicUrl.startsWith('https:');
  sweepHourly(app, async () => {
    await pruneSessions(database);
    await pruneAttempts(database);
  });
  const loginLimit = createRateLimit(services.attempts, LOGIN_LIMIT);
  const callbackLimit = createRateLimit(services.attempts, CALLBACK_LIMIT);
  const page = createPageSender(htmlHeaders(appUrl), errorPage);

  app.setErrorHandler((error, request, reply) => page.sendError(reply, error, request));

  const loginSchema = {
    summary: 'Starts a sign-in; the app’s `loginUrl`',
    response: {
      303: noBody('Redirects to the identity provider.'),
      ...htmlResponses({
        429: 'Too many started sign-ins; `Retry-After` gives the seconds to wait.',
        500: 'An unexpected error.',
        503: 'The identity provider can’t be reached.',
      }),
    },
  };
  app.get('/login', { schema: loginSchema }, async (request, reply) => {
    await loginLimit.consume(networkOf(request.ip));
    const signIn = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = await issuer.signInUrl(signIn);
    saveSignIn(reply, signIn, secure);
    return reply.header('cache-control', 'no-store').redirect(url.href, 303);
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
            403: 'The account belongs to no sponsor.',
            429: 'Too many failed sign-ins; `Retry-After` gives the seconds to wait.',
            500: 'An unexpected error.',
            503: 'The identity provider can’t be reached.',
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

      const undo = await callbackLimit.consume(networkOf(request.ip));
      // Behind a proxy, the request's own URL differs from the one that the browser opened.
      const user = await issuer
        .completeSignIn(new URL(request.url, publicUrl), signIn)
        .catch(async (failure: unknown) => {
          const isRejected = failure instanceof HttpError && failure.status < 500;
          if (isRejected) await recordEvent(database, actorOf(request), { action: 'fail to sign in', type: 'session' });
          throw failure;
        });
      await undo();
      const browserId = readBrowserId(request) ?? randomUUID();
      const session = await sessions.start(user, browserId);
      const { userId, sponsorId } = session.identity;
      await recordEvent(database, { ...actorOf(request), userId, sponsorId }, { action: 'sign in', type: 'session' });
      reply.setCookie(BROWSER_COOKIE, browserId, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        signed: true,
        maxAge: BROWSER_COOKIE_SECONDS,
      });
      setSessionCookies(reply, environment, {
        ...(await issuePreviewCredentials(services, session)),
        ...(await services.tokens.issue(session)),
        refresh_token: session.refreshToken,
        sponsor_id: sponsorId,
        user_id: userId,
      });
      return reply.header('cache-control', 'no-store').redirect(`${appUrl}/`, 303);
    },
  );

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
    reply.clearCookie(BROWSER_COOKIE, { path: '/' });
    clearSessionCookies(reply, environment);
    if (provider !== undefined) await endProviderSession(request, reply, provider);
    const next = provider === undefined ? await issuer.signOutUrl(idToken) : undefined;
    return reply.header('cache-control', 'no-store').redirect(next?.href ?? `${publicUrl}${SIGNED_OUT_PATH}`, 303);
  });

  /** Ends the session at the built-in provider. */
  async function endProviderSession(request: FastifyRequest, reply: FastifyReply, builtIn: Provider): Promise<void> {
    const name = builtIn.cookieName('session');
    const sessionId = request.cookies[name];
    if (sessionId !== undefined) await endOidcSession(database, sessionId);
    reply.clearCookie(name, { path: '/' }).clearCookie(`${name}.sig`, { path: '/' });
  }

  const signedOutSchema = {
    summary: 'Shows that the user has signed out',
    response: htmlResponses({ 200: 'The page.' }),
  };
  app.get(SIGNED_OUT_PATH, { schema: signedOutSchema }, (_request, reply) => page.send(reply, 200, signedOutPage()));
  done();
};
