import { createHmac, createPrivateKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto';

type Claims = Readonly<Record<string, unknown>>;

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The claims of a token, its signature left aside. */
export function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
}

/** A token signed as this backend signs its access and id tokens (ES256). */
export function signToken(claims: Claims, key: JsonWebKey): string {
  const signed = `${encode({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}

/** A token signed with a secret (HS256), as the preview credentials are. */
export function signTokenWithSecret(claims: Claims, secret: Buffer): string {
  const signed = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A key of somebody else, under the name of another. */
export function foreignKey(kid: unknown): JsonWebKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid };
}
