import { createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Principal } from '../access';
import { secretsEqual } from '../objects/urlSigner';
import type { Services } from '../services';
import { issuerOf } from './provider';
import { unauthorized } from './tokens';

const AUDIENCE = 'preview';
const ALGORITHM = 'HS256';

type Secrets = Pick<Services, 'environment' | 'keys'>;

/** Three of the session values: what an image address carries, where no header can. */
export interface PreviewCredentials {
  readonly A_K: string;
  readonly S_K: string;
  readonly session_token: string;
}

/** Two keys from one secret, so that an `S_K`, which the page sees, can never be taken for a signature. */
function deriveKey({ keys }: Secrets, purpose: 'secret key' | 'session token'): Buffer {
  return createHmac('sha256', keys.previewSecret).update(purpose).digest();
}

function secretKeyOf(secrets: Secrets, accessKey: string): string {
  return createHmac('sha256', deriveKey(secrets, 'secret key')).update(accessKey).digest('base64url');
}

/** Makes credentials that open previews of one sponsor's images for as long as an access token lives. */
export async function issuePreviewCredentials(
  secrets: Secrets,
  { userId, sponsorId }: Pick<Principal, 'userId' | 'sponsorId'>,
): Promise<PreviewCredentials> {
  const accessKey = randomBytes(12).toString('hex').toUpperCase();
  const sessionToken = await new SignJWT({ sponsor_id: sponsorId, ak: accessKey })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(issuerOf(secrets.environment.publicUrl))
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(`${secrets.environment.accessTokenSeconds}s`)
    .sign(deriveKey(secrets, 'session token'));
  return { A_K: accessKey, S_K: secretKeyOf(secrets, accessKey), session_token: sessionToken };
}

/**
 * Who an image address was made for. Never an admin: previews need no such right.
 *
 * @throws HttpFailure 401 where one of the three is missing, altered, expired or not of a piece with the others.
 */
export async function verifyPreviewCredentials(
  secrets: Secrets,
  query: {
    readonly ak?: string | undefined;
    readonly sk?: string | undefined;
    readonly session_token?: string | undefined;
  },
): Promise<Principal> {
  const { ak, sk, session_token: sessionToken } = query;
  if (ak === undefined || sk === undefined || sessionToken === undefined) {
    throw unauthorized('A preview needs ak, sk and session_token.');
  }
  let payload: JWTPayload;
  try {
    const verified = await jwtVerify(sessionToken, deriveKey(secrets, 'session token'), {
      issuer: issuerOf(secrets.environment.publicUrl),
      audience: AUDIENCE,
      algorithms: [ALGORITHM],
      requiredClaims: ['sub', 'exp'],
    });
    payload = verified.payload;
  } catch {
    throw unauthorized('The preview credentials have expired or are not valid.');
  }
  const { sub, sponsor_id: sponsorId, ak: signedAccessKey } = payload;
  if (sub === undefined || typeof sponsorId !== 'string' || typeof signedAccessKey !== 'string') {
    throw unauthorized('The preview credentials are not valid.');
  }
  if (!secretsEqual(ak, signedAccessKey) || !secretsEqual(sk, secretKeyOf(secrets, signedAccessKey))) {
    throw unauthorized('The preview credentials do not belong together.');
  }
  return { userId: sub, sponsorId, isAdmin: false };
}
