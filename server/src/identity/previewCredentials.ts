import { createHmac, randomBytes } from 'node:crypto';
import type { SessionValues } from '@data-manager/domain/session/session';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { unauthorized } from '../common/errors';
import { secretsEqual } from '../common/secretsEqual';
import type { Environment } from '../environment/environment';
import type { Principal } from '../http/access';
import type { IdentityKeys } from './keys';
import type { Sessions, SessionTokens } from './sessions';
import { requireSameUser } from './tokens';

const AUDIENCE = 'preview';
const ALGORITHM = 'HS256';

interface Secrets {
  readonly environment: Pick<Environment, 'publicUrl' | 'accessTokenSeconds'>;
  readonly keys: Pick<IdentityKeys, 'previewSecret'>;
}

/** Three of the session values, which image URLs carry in place of a header. */
type PreviewCredentials = Pick<SessionValues, 'A_K' | 'S_K' | 'session_token'>;

/** Derives two keys from one secret, so that an `S_K`, which pages can read, is never a valid signature. */
function deriveKey({ keys }: Secrets, purpose: 'secret key' | 'session token'): Buffer {
  return createHmac('sha256', keys.previewSecret).update(purpose).digest();
}

function secretKeyOf(secrets: Secrets, accessKey: string): string {
  return createHmac('sha256', deriveKey(secrets, 'secret key')).update(accessKey).digest('base64url');
}

/** Issues credentials for the previews of a sponsor's images, valid as long as an access token. */
export async function issuePreviewCredentials(
  secrets: Secrets,
  { id, identity: { userId, sponsorId } }: Pick<SessionTokens, 'id' | 'identity'>,
): Promise<PreviewCredentials> {
  const accessKey = randomBytes(12).toString('hex').toUpperCase();
  const sessionToken = await new SignJWT({ sponsor_id: sponsorId, ak: accessKey, sid: id })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(secrets.environment.publicUrl)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(`${secrets.environment.accessTokenSeconds}s`)
    .sign(deriveKey(secrets, 'session token'));
  return { A_K: accessKey, S_K: secretKeyOf(secrets, accessKey), session_token: sessionToken };
}

/**
 * Returns the user whom credentials were issued to, without admin rights.
 *
 * @throws HttpError 401 if a value is altered, expired, or belongs to other credentials, or the session has ended.
 */
export async function verifyPreviewCredentials(
  secrets: Secrets & { readonly sessions: Pick<Sessions, 'findLive'> },
  { ak, sk, session_token: sessionToken }: { readonly ak: string; readonly sk: string; readonly session_token: string },
): Promise<Principal> {
  let payload: JWTPayload;
  try {
    const verified = await jwtVerify(sessionToken, deriveKey(secrets, 'session token'), {
      issuer: secrets.environment.publicUrl,
      audience: AUDIENCE,
      algorithms: [ALGORITHM],
      requiredClaims: ['sub', 'exp'],
    });
    payload = verified.payload;
  } catch {
    throw unauthorized('The preview credentials are invalid or have expired.');
  }
  const { sub, sponsor_id: sponsorId, ak: signedAccessKey, sid } = payload;
  const isComplete = typeof sponsorId === 'string' && typeof signedAccessKey === 'string' && typeof sid === 'string';
  if (sub === undefined || !isComplete) {
    throw unauthorized('The preview credentials are invalid.');
  }
  if (!secretsEqual(ak, signedAccessKey) || !secretsEqual(sk, secretKeyOf(secrets, signedAccessKey))) {
    throw unauthorized('The preview credentials do not match.');
  }
  const session = await secrets.sessions.findLive(sid);
  if (session === undefined) throw unauthorized('The session has ended. Sign in again.');
  requireSameUser(session, { userId: sub, sponsorId });
  return { userId: sub, sponsorId, isAdmin: false };
}
