import { Type } from '@sinclair/typebox';
import { HttpError, unauthorized } from '../../common/errors';
import { errorResponses } from '../../http/schemas';
import { issuePreviewCredentials } from '../../identity/previewCredentials';
import { createRateLimit, networkOf } from '../../identity/rateLimit';
import type { Routes } from '../services';

const TokensResponse = Type.Object(
  {
    id_token: Type.String(),
    access_token: Type.String(),
    refresh_token: Type.String(),
    A_K: Type.String(),
    S_K: Type.String(),
    session_token: Type.String(),
    domain: Type.String({ description: 'The domain for the cookies that the app sets.' }),
  },
  { description: 'The new session values. The refresh token of the request is valid for another 30 seconds.' },
);

/** Limits failed refreshes from one network. Several browsers whose tabs refresh at the same time stay far below it. */
const LIMIT = {
  name: 'refresh',
  max: 300,
  windowSeconds: 60,
  msg: 'Too many failed attempts to renew a session. Try again in a minute.',
};

/** `POST /auth/token`: exchanges a refresh token for new session values. Public: the token proves the session. */
export const tokenRoutes: Routes = (app, services) => {
  const limit = createRateLimit(services.attempts, LIMIT);

  const schema = {
    summary: 'Exchanges a refresh token for new tokens',
    security: [{ refreshToken: [] }],
    response: { 200: TokensResponse, ...errorResponses(401, 429, 503) },
  };
  app.post('/auth/token', { schema }, async (request) => {
    const refreshToken = request.headers['x-refresh-token'];
    if (typeof refreshToken !== 'string' || refreshToken === '') {
      throw unauthorized('The X-Refresh-Token header is missing.');
    }
    const undo = await limit.consume(networkOf(request.ip));
    const session = await services.sessions.renew(refreshToken).catch(async (error: unknown) => {
      // If the identity provider did not respond, the token may be valid.
      if (!(error instanceof HttpError) || error.status !== 401) await undo();
      throw error;
    });
    await undo();
    return {
      ...(await services.tokens.issue(session)),
      refresh_token: session.refreshToken,
      ...(await issuePreviewCredentials(services, session)),
      domain: services.environment.cookieDomain,
    };
  });
};
