import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Principal } from '../access';
import { unauthorized } from '../errors';
import type { Services } from '../services';
import { CALLBACK_PATH, CLIENT_ID, issuerOf, OIDC_PATH } from './provider';

/** The claims of an id token. */
interface IdClaims {
  readonly userId: string;
  readonly sponsorId: string;
  readonly isAdmin: boolean;
  readonly nonce: string | undefined;
}

/** Verifies the signature, issuer, audience and expiry of tokens. */
export interface TokenVerifier {
  /**
   * Authenticates a caller by its `Authorization` header and, for the admin claim, the id token in `X-Id-Token`.
   *
   * @throws HttpError 401 if a token is missing, expired or altered, or if the tokens belong to different users.
   */
  verifyCaller(authorization: string | undefined, idToken: string | undefined): Promise<Principal>;
  /** @throws HttpError 401 */
  verifyIdToken(idToken: string): Promise<IdClaims>;
}

function textClaim(payload: JWTPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string' || value === '') throw unauthorized('The token is missing a claim. Sign in again.');
  return value;
}

/** Creates a verifier for the tokens of this server. */
export function createTokenVerifier({ environment, keys }: Pick<Services, 'environment' | 'keys'>): TokenVerifier {
  const { kty, crv, alg, use, kid, x, y } = keys.signingKey;
  const keySet = createLocalJWKSet({ keys: [{ kty, crv, alg, use, kid, x, y }] });
  const issuer = issuerOf(environment.publicUrl);

  async function verify(token: string, audience: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer,
        audience,
        algorithms: ['ES256'],
        requiredClaims: ['sub', 'exp'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthorized('The session has expired. Sign in again.');
      throw unauthorized('The token is invalid. Sign in again.');
    }
  }

  async function verifyIdToken(idToken: string): Promise<IdClaims> {
    const payload = await verify(idToken, CLIENT_ID);
    const isAdmin = payload['custom:isAdmin'];
    return {
      userId: textClaim(payload, 'sub'),
      sponsorId: textClaim(payload, 'sponsor_id'),
      isAdmin: String(isAdmin).toLowerCase() === 'true',
      nonce: typeof payload.nonce === 'string' ? payload.nonce : undefined,
    };
  }

  return {
    verifyIdToken,
    async verifyCaller(authorization, idToken) {
      const accessToken = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (accessToken === undefined) throw unauthorized('Authentication is required.');
      const payload = await verify(accessToken, environment.publicUrl);
      const userId = textClaim(payload, 'sub');
      const sponsorId = textClaim(payload, 'sponsor_id');
      if (idToken === undefined) return { userId, sponsorId, isAdmin: false };

      const claims = await verifyIdToken(idToken);
      if (claims.userId !== userId || claims.sponsorId !== sponsorId) {
        throw unauthorized('The access token and the id token belong to different users. Sign in again.');
      }
      return { userId, sponsorId, isAdmin: claims.isAdmin };
    },
  };
}

const TokenResponse = Type.Object({
  access_token: Type.String(),
  id_token: Type.String(),
  refresh_token: Type.String(),
});

export type Tokens = Static<typeof TokenResponse>;

/** Returns the token endpoint on the local address: the public URL may not be reachable from this process. */
function tokenEndpoint({ host, port }: Services['environment']): string {
  const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const own = loopback[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${own}:${port}${OIDC_PATH}/token`;
}

async function requestTokens(
  { environment, keys }: Pick<Services, 'environment' | 'keys'>,
  parameters: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const response = await fetch(tokenEndpoint(environment), {
    method: 'POST',
    body: new URLSearchParams({ ...parameters, client_id: CLIENT_ID, client_secret: keys.clientSecret }),
  });
  const body: unknown = await response.json();
  if (response.status === 400) throw unauthorized('The session has ended. Sign in again.');
  if (!response.ok || !Value.Check(TokenResponse, body)) {
    throw new Error(`The token endpoint returned status ${response.status} without tokens.`);
  }
  return body;
}

/**
 * Exchanges an authorization code for tokens.
 *
 * @throws HttpError 401 if the identity provider rejects the code.
 */
export function exchangeCode(services: Services, code: string, verifier: string): Promise<Tokens> {
  return requestTokens(services, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: `${services.environment.publicUrl}${CALLBACK_PATH}`,
  });
}

/**
 * Exchanges a refresh token for new tokens. A refresh token can be used once.
 *
 * @throws HttpError 401 if the token was already used or has expired, or its user has signed out.
 */
export function refreshTokens(services: Services, refreshToken: string): Promise<Tokens> {
  return requestTokens(services, { grant_type: 'refresh_token', refresh_token: refreshToken });
}
