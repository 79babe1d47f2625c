import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { issuePreviewCredentials } from '../identity/previewCredentials';
import { cookieDomain } from '../identity/sessionCookies';
import { refreshTokens, unauthorized } from '../identity/tokens';
import { createRateLimit } from '../rateLimit';
import type { Services } from '../services';
import { errorResponses } from './schemas';

const Answer = Type.Object(
  {
    id_token: Type.String(),
    access_token: Type.String(),
    refresh_token: Type.String(),
    A_K: Type.String(),
    S_K: Type.String(),
    session_token: Type.String(),
    domain: Type.String({ description: 'The domain that the app sets the values as cookies on.' }),
  },
  { description: 'The values of a session; the refresh token that was sent works no more.' },
);

/**
 * Refused refresh tokens from one address in a minute. Several browsers with several tabs, each of whose calls was
 * refused at the same time, stay far below.
 */
const REFUSALS = { most: 300, windowMs: 60 * 1000, msg: 'Too many refused sessions. Wait a minute, then try again.' };

/** `POST /auth/token`: a refresh token for a new set of session values. Public, since the token proves itself. */
export function tokenRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const limit = createRateLimit(REFUSALS);

  const schema = {
    summary: 'New tokens for a refresh token',
    permission: 'refreshToken' as const,
    response: { 200: Answer, ...errorResponses(401, 429) },
  };
  app.post('/auth/token', { schema }, async (request) => {
    const refreshToken = request.headers['x-refresh-token'];
    if (typeof refreshToken !== 'string' || refreshToken === '') {
      throw unauthorized('The header X-Refresh-Token is missing.');
    }
    const takeBack = limit.take(request.ip);
    const tokens = await refreshTokens(services, refreshToken);
    const claims = await services.verifier.verifyIdToken(tokens.id_token);
    takeBack();
    return {
      id_token: tokens.id_token,
      access_token: tokens.access_token,
      refresh_token: tokens.refresh_token,
      ...(await issuePreviewCredentials(services, claims)),
      domain: cookieDomain(services.environment),
    };
  });
  return Promise.resolve();
}
