import type { FastifyInstance } from 'fastify';
import { Type } from '@sinclair/typebox';
import { issuePreviewCredentials } from '../identity/previewCredentials';
import { cookieDomain } from '../identity/sessionCookies';
import { refreshTokens } from '../identity/tokenClient';
import { createTokenVerifier, unauthorized } from '../identity/tokenVerifier';
import type { Services } from '../services';

const Answer = Type.Object({
  id_token: Type.String(),
  access_token: Type.String(),
  refresh_token: Type.String(),
  A_K: Type.String(),
  S_K: Type.String(),
  session_token: Type.String(),
  domain: Type.String({ description: 'The domain that the app sets the values as cookies on.' }),
});

/** `POST /auth/token`: a refresh token for a new set of session values. Public, since the token proves itself. */
export function tokenRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const verifier = createTokenVerifier(services);

  app.post('/auth/token', { schema: { response: { 200: Answer } } }, async (request) => {
    const refreshToken = request.headers['x-refresh-token'];
    if (typeof refreshToken !== 'string' || refreshToken === '') {
      throw unauthorized('The header X-Refresh-Token is missing.');
    }
    const tokens = await refreshTokens(services, refreshToken);
    const claims = await verifier.verifyIdToken(tokens.id_token);
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
