import { createLocalJWKSet, errors, importJWK, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { unauthorized } from '../common/errors';
import { remember } from '../common/remember';
import type { Environment } from '../environment/environment';
import type { Principal } from '../http/access';
import { publicKeyOf, type IdentityKeys } from './keys';
import type { Sessions, SessionTokens } from './sessions';

const ALGORITHM = 'ES256';
/** The audience of id tokens: the app. */
const APP_AUDIENCE = 'data-manager';

/** Number of tokens whose signatures are verified only once, because clients send them with every request. */
const REMEMBERED_TOKENS = 5_000;

/** Issues and verifies the access and id tokens of this server's sessions. */
export interface SessionTokenIssuer {
  /** Issues tokens for a session. */
  issue(session: Pick<SessionTokens, 'id' | 'identity'>): Promise<{ access_token: string; id_token: string }>;
  /**
   * Authenticates a caller by its `Authorization` header and, for the admin right, the id token in `X-Id-Token`. The right
   * itself is that of the session: an id token may be older than its withdrawal.
   *
   * @throws HttpError 401 if a token is missing, expired or altered, its session has ended, or the tokens belong to
   *   different sessions.
   */
  verifyCaller(authorization: string | undefined, idToken: string | undefined): Promise<Principal>;
}

export function createSessionTokenIssuer({
  environment,
  keys,
  sessions,
}: {
  readonly environment: Environment;
  readonly keys: IdentityKeys;
  readonly sessions: Sessions;
}): SessionTokenIssuer {
  const { publicUrl, accessTokenSeconds } = environment;
  const { kid } = keys.signingKey;
  const keySet = createLocalJWKSet({ keys: [publicKeyOf(keys)] });
  const privateKey = importJWK(keys.signingKey, ALGORITHM);

  const sign = async (claims: JWTPayload, userId: string, audience: string): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
      .setIssuer(publicUrl)
      .setAudience(audience)
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(`${accessTokenSeconds}s`)
      .sign(await privateKey);

  /** The claims of verified tokens by audience and token. */
  const verified = new Map<string, JWTPayload>();

  async function verify(token: string, audience: string): Promise<JWTPayload> {
    const name = `${audience} ${token}`;
    const known = verified.get(name);
    if (known?.exp !== undefined && known.exp * 1_000 > Date.now()) return known;
    const payload = await verifySignature(token, audience);
    remember(verified, name, payload, REMEMBERED_TOKENS);
    return payload;
  }

  async function verifySignature(token: string, audience: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer: publicUrl,
        audience,
        algorithms: [ALGORITHM],
        requiredClaims: ['sub', 'exp'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthorized('The session has expired. Sign in again.');
      throw unauthorized('The token is invalid. Sign in again.');
    }
  }

  return {
    async issue({ id, identity }) {
      const { userId, sponsorId, isAdmin, name, email } = identity;
      const shared = { sid: id, sponsor_id: sponsorId };
      const shown = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
      return {
        access_token: await sign(shared, userId, publicUrl),
        id_token: await sign({ ...shared, ...shown, 'custom:isAdmin': String(isAdmin) }, userId, APP_AUDIENCE),
      };
    },

    async verifyCaller(authorization, idToken) {
      const accessToken = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (accessToken === undefined) throw unauthorized('Authentication is required.');
      const payload = await verify(accessToken, publicUrl);
      const userId = textClaim(payload, 'sub');
      const sponsorId = textClaim(payload, 'sponsor_id');
      const sessionId = textClaim(payload, 'sid');
      const claims = idToken === undefined ? undefined : await verify(idToken, APP_AUDIENCE);
      if (claims !== undefined && claims.sid !== sessionId) {
        throw unauthorized('The access token and the id token belong to different sessions. Sign in again.');
      }
      const session = await sessions.findLive(sessionId);
      if (session === undefined) throw unauthorized('The session has ended. Sign in again.');
      requireSameUser(session, { userId, sponsorId });
      return { userId, sponsorId, isAdmin: claims !== undefined && session.isAdmin };
    },
  };
}

/** @throws HttpError 401 if the user or sponsor of a session has changed since a token was issued. */
export function requireSameUser(
  session: Pick<Principal, 'userId' | 'sponsorId'>,
  token: Pick<Principal, 'userId' | 'sponsorId'>,
): void {
  if (session.userId === token.userId && session.sponsorId === token.sponsorId) return;
  throw unauthorized('Your account has changed. Sign in again.');
}

function textClaim(payload: JWTPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string' || value === '') throw unauthorized('The token is missing a claim. Sign in again.');
  return value;
}
