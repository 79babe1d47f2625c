import * as fc from 'fast-check';
import { createRemoteJWKSet } from 'jose';
import { createIssuerTokenVerifier, type IssuerTokenVerifier } from '../../server/src/identity/issuerTokens';
import { startFakeIssuer, type FakeIssuer } from '../support/fakeIssuer';

const NONCE = 'nonce-1';
const HOUR = 3_600;
const now = Math.floor(Date.now() / 1_000);
const ID = { aud: 'client-1', token_use: 'id', nonce: NONCE };
const ACCESS = { client_id: 'client-1', token_use: 'access' };

let issuer: FakeIssuer;
let verifier: IssuerTokenVerifier;

beforeAll(async () => {
  issuer = await startFakeIssuer('client-1');
  verifier = newVerifier();
});
afterAll(() => issuer.stop());

function newVerifier(url = issuer.url): IssuerTokenVerifier {
  const keys = createRemoteJWKSet(new URL(`${url}/keys`), { cooldownDuration: 0 });
  return createIssuerTokenVerifier({ url: issuer.url, clientId: 'client-1' }, keys);
}

/** Returns a token with the claims of another one and no signature. */
function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  return `${header}.${token.split('.')[1] ?? ''}.`;
}

describe('an id token', () => {
  it.each([
    ['of Amazon Cognito', { 'custom:isAdmin': 'true', 'cognito:groups': ['a'] }],
    ['without token_use', { token_use: undefined }],
    ['with other audiences and this client as authorized party', { aud: ['client-1', 'api'], azp: 'client-1' }],
    ['that expired within the clock tolerance', { exp: now - 5 }],
  ])('%s is accepted', async (_what, claims) => {
    const payload = await verifier.verifyIdToken(await issuer.sign({ ...ID, ...claims }), NONCE);
    expect(payload.sub).toBe('user-1');
  });

  it.each([
    ['of another issuer', { iss: 'https://other.example' }],
    ['without an issuer', { iss: undefined }],
    ['for another audience', { aud: 'client-2' }],
    ['for several audiences without an authorized party', { aud: ['client-1', 'api'] }],
    ['for another authorized party', { azp: 'client-2' }],
    ['without an audience', { aud: undefined, client_id: 'client-1' }],
    ['that has expired', { exp: now - 60 }],
    ['without an expiry', { exp: undefined }],
    ['that is not valid yet', { nbf: now + HOUR }],
    ['without a subject', { sub: undefined }],
    ['of another sign-in', { nonce: 'nonce-2' }],
    ['without the nonce', { nonce: undefined }],
    ['that is an access token', { token_use: 'access' }],
  ])('%s is rejected', async (_what, claims) => {
    const token = await issuer.sign({ ...ID, ...claims });
    await expect(verifier.verifyIdToken(token, NONCE)).rejects.toMatchObject({ status: 401 });
  });

  it('is rejected without a signature, and with one made with the public key as a secret', async () => {
    for (const token of [unsigned(await issuer.sign(ID)), await issuer.sign(ID, { alg: 'HS256' })]) {
      await expect(verifier.verifyIdToken(token, NONCE)).rejects.toMatchObject({ status: 401 });
    }
  });

  it('is rejected after any change', async () => {
    const token = await issuer.sign(ID);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom('A', 'a', '0', '_', '.'), async (at, letter) => {
        const altered = token.slice(0, at) + letter + token.slice(at + 1);
        // The last letter of each part contains bits that are not used.
        fc.pre(altered !== token && !/^(?:\.|$)/.test(token.slice(at + 1)));
        await expect(verifier.verifyIdToken(altered, NONCE)).rejects.toMatchObject({ status: 401 });
      }),
      { numRuns: 50 },
    );
  });

  it('an id token of a renewal needs no nonce', async () => {
    const token = await issuer.sign({ ...ID, nonce: undefined });
    await expect(verifier.verifyIdToken(token, undefined)).resolves.toMatchObject({ sub: 'user-1' });
  });

  it('an id token with a new key is accepted after fetching the keys again, and one with an unknown key is rejected', async () => {
    await verifier.verifyIdToken(await issuer.sign(ID), NONCE);
    const before = issuer.keyFetches();
    await verifier.verifyIdToken(await issuer.sign(ID), NONCE);
    expect(issuer.keyFetches()).toBe(before);

    await issuer.rotateKeys();
    await verifier.verifyIdToken(await issuer.sign(ID), NONCE);
    expect(issuer.keyFetches()).toBe(before + 1);
    const unknown = await issuer.sign(ID, { kid: 'none' });
    await expect(verifier.verifyIdToken(unknown, NONCE)).rejects.toMatchObject({ status: 401 });
  });

  it('is neither accepted nor rejected while the keys can’t be fetched', async () => {
    const token = await issuer.sign(ID);
    const unreachable = newVerifier('http://127.0.0.1:1');
    await expect(unreachable.verifyIdToken(token, NONCE)).rejects.toMatchObject({ status: 503 });
  });
});

describe('an access token', () => {
  it.each([
    ['of Amazon Cognito, without an audience', ACCESS],
    ['of Keycloak, with an authorized party', { aud: 'account', azp: 'client-1' }],
    ['with this client as its audience', { aud: ['client-1'] }],
  ])('%s is read', async (_what, claims) => {
    expect(await verifier.readAccessToken(await issuer.sign(claims), 'user-1')).toMatchObject({ sub: 'user-1' });
  });

  it.each([
    ['of another client', { ...ACCESS, client_id: 'client-2' }],
    ['for another service', { aud: 'https://graph.example' }],
    ['of another user', { ...ACCESS, sub: 'user-2' }],
    ['of another issuer', { ...ACCESS, iss: 'https://other.example' }],
    ['that has expired', { ...ACCESS, exp: now - 60 }],
    ['that is an id token', { ...ID }],
  ])('%s is ignored', async (_what, claims) => {
    expect(await verifier.readAccessToken(await issuer.sign(claims), 'user-1')).toBeUndefined();
  });

  it('an access token that is opaque or unsigned is ignored', async () => {
    for (const token of ['opaque', '', 'a.b.c', unsigned(await issuer.sign(ACCESS))]) {
      expect(await verifier.readAccessToken(token, 'user-1')).toBeUndefined();
    }
  });
});
