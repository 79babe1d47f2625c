import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign, type JsonWebKey } from 'node:crypto';
import type { IdentityKeys } from '../../server/src/identity/keys';
import { createUrlSigner, type UrlSigner } from '../../server/src/storage/urlSigner';
import type { SharedBackend } from './sharedBackend';
import { signIn, type Session } from './signIn';
import { readKeys, readUrlSigner } from './testKeys';

/** Callers. The first four have no permissions; the last two belong to the same sponsor. */
export const CALLERS = [
  'anonymous',
  'expired',
  'other key',
  'other issuer',
  'other sponsor',
  'member',
  'admin',
] as const;
export type Caller = (typeof CALLERS)[number];

type Sessions = Readonly<Record<'other sponsor' | 'member' | 'admin', Session>>;

/** The credentials of each caller. */
export type Callers = Awaited<ReturnType<typeof createCallers>>;

const OTHER_ISSUER = { iss: 'https://id.elsewhere.example/oidc' };
const LONG_AGO = { exp: Math.floor(Date.now() / 1000) - 60 };

function bearer({ signingKey }: IdentityKeys, sessions: Sessions, caller: Caller): Readonly<Record<string, string>> {
  const { accessToken, idToken } = sessions.admin;
  const as = (access: string, id?: string) => ({
    authorization: `Bearer ${access}`,
    ...(id === undefined ? {} : { 'x-id-token': id }),
  });
  const forge = (changes: object, key: JsonWebKey = signingKey) =>
    as(signToken({ ...claimsOf(accessToken), ...changes }, key), signToken({ ...claimsOf(idToken), ...changes }, key));
  switch (caller) {
    case 'anonymous':
      return {};
    case 'expired':
      return forge(LONG_AGO);
    case 'other key':
      return forge({}, foreignKey(signingKey.kid));
    case 'other issuer':
      return forge(OTHER_ISSUER);
    case 'admin':
      return as(accessToken, idToken);
    default:
      return as(sessions[caller].accessToken);
  }
}

function signature(urls: UrlSigner, caller: Caller, subject: Parameters<UrlSigner['sign']>[0]): string {
  switch (caller) {
    case 'anonymous':
      return 'expires=9999999999&signature=';
    case 'expired':
      return urls.sign(subject, -60);
    case 'other key':
      return createUrlSigner(randomBytes(32)).sign(subject, 60);
    case 'other issuer':
      return urls.sign([subject[0], 'something else'], 60);
    default:
      return urls.sign(subject, 60);
  }
}

function previewKeys({ previewSecret }: IdentityKeys, sessions: Sessions, caller: Caller): string {
  const own = sessions.admin.values;
  const forge = (changes: object, secret = previewSecret) =>
    signTokenWithSecret(
      { ...claimsOf(own.session_token ?? ''), ...changes },
      createHmac('sha256', secret).update('session token').digest(),
    );
  const query = ({ A_K: ak = '', S_K: sk = '', session_token = '' }: Readonly<Record<string, string>>) =>
    new URLSearchParams({ ak, sk, session_token }).toString();
  switch (caller) {
    case 'anonymous':
      return '';
    case 'expired':
      return query({ ...own, session_token: forge(LONG_AGO) });
    case 'other key':
      return query({ ...own, session_token: forge({}, 'another secret') });
    case 'other issuer':
      return query({ ...own, session_token: forge(OTHER_ISSUER) });
    default:
      return query(sessions[caller].values);
  }
}

/** Signs in three users and forges the credentials of the other callers with the backend's keys. */
export async function createCallers(backend: SharedBackend) {
  const sessions = {
    'other sponsor': await signIn(backend, 'member@globex.example'),
    member: await signIn(backend, 'member@acme.example'),
    admin: await signIn(backend, 'admin@acme.example'),
  };
  const keys = readKeys(backend.dataDir);
  const urls = readUrlSigner(backend.dataDir);
  return {
    sessions,
    /** The headers of an authenticated call. */
    bearer: (caller: Caller) => bearer(keys, sessions, caller),
    /** The query of a signed URL, with a forged signature for unauthorized callers. */
    signature: (caller: Caller, subject: Parameters<UrlSigner['sign']>[0]) => signature(urls, caller, subject),
    /** The query of a preview's URL. */
    previewKeys: (caller: Caller) => previewKeys(keys, sessions, caller),
  };
}

type Claims = Readonly<Record<string, unknown>>;

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Returns the claims of a token without verifying its signature. */
function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
}

/** Returns a token signed as this backend signs its access and id tokens (ES256). */
function signToken(claims: Claims, key: JsonWebKey): string {
  const signed = `${encode({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}

/** Returns a token signed with a secret (HS256), as the preview credentials are. */
function signTokenWithSecret(claims: Claims, secret: Buffer): string {
  const signed = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Returns a key of another user under a different name. */
function foreignKey(kid: unknown): JsonWebKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid };
}
