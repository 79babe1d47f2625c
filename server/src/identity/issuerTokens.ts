import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { HttpError, unauthorized } from '../common/errors';
import type { IssuerSettings } from '../environment/issuerSettings';

/** Accepted signature algorithms: asymmetric algorithms, so that only the issuer can sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Accepted difference between the clocks of the issuer and this server. */
const CLOCK_TOLERANCE_SECONDS = 10;
const RETRY_AFTER_SECONDS = 5;

/** Verifies the tokens of an identity provider. */
export type IssuerTokenVerifier = ReturnType<typeof createIssuerTokenVerifier>;

/** @param keys Fetches the issuer's keys again for an unknown key id, such as jose's remote key set. */
export function createIssuerTokenVerifier(
  { url, clientId }: Pick<IssuerSettings, 'url' | 'clientId'>,
  keys: JWTVerifyGetKey,
) {
  async function verify(token: string, requiredClaims: string[], audience?: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: url,
        ...(audience !== undefined && { audience }),
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims,
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) throw invalidToken();
      throw issuerUnavailable();
    }
  }

  return {
    /**
     * Verifies an id token and returns its claims.
     *
     * @param nonce The nonce of the sign-in; undefined for the token of a renewal.
     * @throws HttpError 401 for an invalid token, 503 if the keys of the issuer can't be fetched.
     */
    async verifyIdToken(token: string, nonce: string | undefined): Promise<JWTPayload> {
      const payload = await verify(token, ['sub', 'exp', 'iat'], clientId);
      const { token_use: use = 'id', azp = clientId } = payload;
      const hasOtherAudience = Array.isArray(payload.aud) && payload.aud.length > 1;
      const isForClient = azp === clientId && (!hasOtherAudience || payload.azp !== undefined);
      if (use !== 'id' || !isForClient || (nonce !== undefined && payload.nonce !== nonce)) throw invalidToken();
      return payload;
    },

    /**
     * Returns the claims of an access token that was issued to this client for this subject. Undefined for other tokens,
     * because access tokens may be opaque or intended for another service.
     */
    async readAccessToken(token: string, subject: string): Promise<JWTPayload | undefined> {
      if (!isSignedToken(token)) return undefined;
      let payload: JWTPayload;
      try {
        payload = await verify(token, ['sub', 'exp']);
      } catch {
        return undefined;
      }
      const { token_use: use = 'access', client_id: client, azp, aud, sub } = payload;
      // Amazon Cognito sets `client_id` instead of `aud`, and Keycloak `azp`.
      const isForClient = [client, azp, ...[aud].flat()].includes(clientId);
      return use === 'access' && isForClient && sub === subject ? payload : undefined;
    },
  };
}

function isSignedToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg !== undefined;
  } catch {
    return false;
  }
}

function invalidToken(): HttpError {
  return unauthorized('The identity provider returned an invalid token. Sign in again.');
}

/** Creates the error response for an identity provider that doesn't respond. */
export function issuerUnavailable(): HttpError {
  const msg = 'The identity provider can’t be reached. Try again in a minute.';
  return new HttpError(503, msg, 'ISSUER_UNAVAILABLE', RETRY_AFTER_SECONDS);
}
