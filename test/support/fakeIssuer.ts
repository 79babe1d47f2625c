import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';

/** The claims of a token; undefined removes one that is set by default. */
type Claims = Readonly<Record<string, unknown>>;

/** The issuer's behavior, which tests change between requests. */
interface IssuerBehavior {
  /** Claims of the user who signs in, except for those that the issuer sets itself. */
  idClaims: Record<string, unknown>;
  accessClaims: Claims;
  userInfo?: Record<string, unknown>;
  /** True if a refresh returns a new refresh token, and rejects the previous one. */
  rotates: boolean;
  /** True if a refresh returns an id token. */
  idTokenAtRefresh: boolean;
  /** True if a sign-in returns a refresh token. */
  issuesRefreshTokens: boolean;
  /** Responds to token requests with this status instead. */
  failure?: number | undefined;
  /**
   * Closes the connection instead of responding to a refresh, after a new refresh token has replaced the previous one.
   */
  losesRefreshAnswers?: boolean;
  /** Metadata that is added to the discovery document. */
  metadata: Record<string, unknown>;
}

/** An OpenID Connect issuer in the test's process that signs every user in immediately. */
export interface FakeIssuer {
  readonly url: string;
  readonly behavior: IssuerBehavior;
  /** The requests for tokens since the start, by their parameters. */
  readonly tokenRequests: readonly URLSearchParams[];
  /** Returns the number of times that the keys were fetched. */
  keyFetches(): number;
  sign(claims: Claims, options?: { readonly alg?: string; readonly kid?: string }): Promise<string>;
  /** Signs with a new key from now on. */
  rotateKeys(): Promise<void>;
  revokeRefreshTokens(): void;
  stop(): Promise<void>;
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

async function newKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
}

interface Grant {
  readonly nonce: string | undefined;
  readonly challenge: string;
}

/** Starts an issuer on a free port. Its tokens have the shapes of Amazon Cognito: `token_use`, and `client_id` for `aud`. */
export async function startFakeIssuer(clientId: string): Promise<FakeIssuer> {
  let key = await newKey();
  let keyFetches = 0;
  const codes = new Map<string, Grant>();
  const refreshTokens = new Set<string>();
  const tokenRequests: URLSearchParams[] = [];
  const behavior: IssuerBehavior = {
    idClaims: {},
    accessClaims: {},
    rotates: false,
    idTokenAtRefresh: true,
    issuesRefreshTokens: true,
    metadata: {},
  };

  const server = createServer((request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void answer(new URL(request.url ?? '/', url), request, send, (location) => {
      response.writeHead(302, { location }).end();
    }).catch((error: unknown) => {
      send(500, { error: String(error) });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  const sign: FakeIssuer['sign'] = (claims, { alg = 'RS256', kid = key.kid } = {}) =>
    new SignJWT({ iss: url, sub: 'user-1', iat: seconds(), exp: seconds() + 300, ...claims })
      .setProtectedHeader({ alg, kid })
      .sign(alg.startsWith('HS') ? new TextEncoder().encode(JSON.stringify(key.publicJwk)) : key.privateKey);

  async function tokens(nonce: string | undefined, isRefresh: boolean, refreshToken?: string) {
    const id = { aud: clientId, token_use: 'id', ...(nonce !== undefined && { nonce }), ...behavior.idClaims };
    return {
      access_token: await sign({ client_id: clientId, token_use: 'access', ...behavior.accessClaims }),
      token_type: 'Bearer',
      expires_in: 300,
      ...((!isRefresh || behavior.idTokenAtRefresh) && { id_token: await sign(id) }),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    };
  }

  function newRefreshToken(): string {
    const token = randomUUID();
    refreshTokens.add(token);
    return token;
  }

  async function answer(
    { pathname, searchParams }: URL,
    request: IncomingMessage,
    send: (status: number, body: unknown) => void,
    redirect: (location: string) => void,
  ): Promise<void> {
    switch (pathname) {
      case '/.well-known/openid-configuration':
        send(200, {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...(behavior.userInfo !== undefined && { userinfo_endpoint: `${url}/userinfo` }),
          ...behavior.metadata,
        });
        return;
      case '/keys':
        keyFetches += 1;
        send(200, { keys: [key.publicJwk] });
        return;
      case '/userinfo':
        send(200, { sub: 'user-1', ...behavior.userInfo });
        return;
      case '/authorize': {
        const back = new URL(searchParams.get('redirect_uri') ?? '');
        const code = randomUUID();
        codes.set(code, {
          nonce: searchParams.get('nonce') ?? undefined,
          challenge:
            searchParams.get('code_challenge_method') === 'S256' ? (searchParams.get('code_challenge') ?? '') : '',
        });
        back.searchParams.set('code', code);
        back.searchParams.set('state', searchParams.get('state') ?? '');
        redirect(back.href);
        return;
      }
      case '/token': {
        const form = await readForm(request);
        tokenRequests.push(form);
        if (behavior.failure !== undefined) {
          send(behavior.failure, { error: 'server_error' });
          return;
        }
        const old = form.get('refresh_token') ?? '';
        if (refreshTokens.has(old)) {
          if (behavior.rotates) refreshTokens.delete(old);
          if (behavior.losesRefreshAnswers === true) {
            request.socket.destroy();
            return;
          }
          send(200, await tokens(undefined, true, behavior.rotates ? newRefreshToken() : undefined));
          return;
        }
        const grant = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (grant?.challenge !== challenge) {
          send(400, { error: 'invalid_grant' });
          return;
        }
        send(200, await tokens(grant.nonce, false, behavior.issuesRefreshTokens ? newRefreshToken() : undefined));
        return;
      }
      default:
        send(404, {});
    }
  }

  return {
    url,
    behavior,
    tokenRequests,
    keyFetches: () => keyFetches,
    sign,
    async rotateKeys() {
      key = await newKey();
    },
    revokeRefreshTokens: () => {
      refreshTokens.clear();
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
