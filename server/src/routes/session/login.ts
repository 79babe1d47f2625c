import { randomUUID } from 'node:crypto';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { HttpError } from '../../common/errors';
import { pruneAttempts } from '../../database/accounts/attempts';
import { pruneSessions } from '../../database/accounts/sessions';
import { recordEvent } from '../../database/activity/auditLog';
import { actorOf } from '../../http/access';
import { servePages } from '../../http/htmlPages';
import { boundedText, htmlResponses, noBody } from '../../http/schemas';
import { CALLBACK_PATH } from '../../identity/issuer';
import { errorPage, htmlHeaders } from '../../identity/pages';
import { issuePreviewCredentials } from '../../identity/previewCredentials';
import { createRateLimit, networkOf } from '../../identity/rateLimit';
import { setSessionCookies } from '../../identity/sessionCookies';
import { readBrowserId, saveBrowserId, saveSignIn, takeSignIn } from '../../identity/signInCookies';
import { sweepHourly } from '../../jobs/sweepHourly';
import type { Services } from '../services';

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

const Text = boundedText(2_000);
const Callback = Type.Object({
  code: Type.Optional(Text),
  state: Type.Optional(Text),
  error: Type.Optional(Text),
  error_description: Type.Optional(Text),
});

/** The app's `loginUrl`: an OpenID Connect client that sets the eight session cookies. */
export const loginRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const { environment, database, issuer, sessions } = services;
  const { publicUrl, appUrl } = environment;
  const secure = publicUrl.startsWith('https:');
  sweepHourly(app, async () => {
    await pruneSessions(database);
    await pruneAttempts(database);
  });
  const loginLimit = createRateLimit(services.attempts, LOGIN_LIMIT);
  const callbackLimit = createRateLimit(services.attempts, CALLBACK_LIMIT);
  servePages(app, htmlHeaders(appUrl), errorPage);

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

  const callbackSchema = {
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
  };
  app.get(CALLBACK_PATH, { schema: callbackSchema }, async (request, reply) => {
    const { code, state = '', error, error_description: description } = request.query;
    const signIn = takeSignIn(request, reply, state);
    if (signIn === undefined)
      throw new HttpError(400, 'This sign-in was not started in this browser, or it has expired.');
    if (code === undefined) throw new HttpError(400, description ?? error ?? 'The identity provider returned no code.');

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
    saveBrowserId(reply, browserId, secure);
    setSessionCookies(reply, environment, {
      ...(await issuePreviewCredentials(services, session)),
      ...(await services.tokens.issue(session)),
      refresh_token: session.refreshToken,
      sponsor_id: sponsorId,
      user_id: userId,
    });
    return reply.header('cache-control', 'no-store').redirect(`${appUrl}/`, 303);
  });

  done();
};
