import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Principal } from '../access';
import { HttpError } from '../errors';
import type { Services } from '../services';
import { CALLBACK_PATH, CLIENT_ID, issuerOf, OIDC_PATH } from './provider';

/** What an id token says about who signed in. */
interface IdClaims {
  readonly userId: string;
  readonly sponsorId: string;
  readonly isAdmin: boolean;
  readonly nonce: string | undefined;
}

/** Verifies the tokens that the identity provider signed: signature, issuer, audience, expiry. */
export interface TokenVerifier {
  /**
   * Who is calling, from the `Authorization` header's value and, for the admin claim, the id token of `X-Id-Token`.
   *
   * @throws HttpFailure 401 where either is missing, expired, altered, or they are two people's.
   */
  verifyCaller(authorization: string | undefined, idToken: string | undefined): Promise<Principal>;
  /** @throws HttpFailure 401 */
  verifyIdToken(idToken: string): Promise<IdClaims>;
}

/** The answer to a call without a valid token, in the wire contract's form. */
export function unauthorized(msg: string): HttpError {
  return new HttpError(401, msg, 'UNAUTHORIZED');
}

function textClaim(payload: JWTPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string' || value === '') throw unauthorized('The token lacks a claim. Sign in again.');
  return value;
}

/** Makes a verifier for this server's own tokens. */
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
      throw unauthorized('The token is not valid. Sign in again.');
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
      if (accessToken === undefined) throw unauthorized('This call needs a signed-in user.');
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

const TokenAnswer = Type.Object({
  access_token: Type.String(),
  id_token: Type.String(),
  refresh_token: Type.String(),
});

export type Tokens = Static<typeof TokenAnswer>;

/** The token endpoint as this process reaches itself; the public URL may lead through a proxy that only browsers see. */
function tokenEndpoint({ host, port }: Services['environment']): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const own = everywhere[host] ?? (host.includes(':') ? `[${host}]` : host);
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
  const answer: unknown = await response.json();
  if (response.status === 400) throw unauthorized('The session has ended. Sign in again.');
  if (!response.ok || !Value.Check(TokenAnswer, answer)) {
    throw new Error(`The token endpoint answered ${response.status} without tokens.`);
  }
  return answer;
}

/**
 * Trades the code that the browser brought back for tokens.
 *
 * @throws HttpFailure 401 where the identity provider refuses.
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
 * Trades a refresh token for new tokens; it can't be used again.
 *
 * @throws HttpFailure 401 where it was used already, has expired, or its user signed out.
 */
export function refreshTokens(services: Services, refreshToken: string): Promise<Tokens> {
  return requestTokens(services, { grant_type: 'refresh_token', refresh_token: refreshToken });
}
