import { Type, type Static } from '@sinclair/typebox';
import { decodeJwt, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { HttpError, unauthorized } from '../common/errors';
import type { Identity, IssuerTokens } from '../database/accounts/sessions';
import type { IssuerSettings } from '../environment/issuerSettings';
import type { IssuerConnection } from './issuerConnection';
import { createIssuerTokenVerifier, issuerUnavailable, type IssuerTokenVerifier } from './issuerTokens';
import { readIdentity } from './readIdentity';

/** Path that the identity provider redirects to. */
export const CALLBACK_PATH = '/login/callback';
/** Path of the page that users see after signing out. */
export const SIGNED_OUT_PATH = '/signed-out';

/** Values that connect the start of a sign-in with its callback: state, nonce and PKCE's verifier. */
export const PendingSignIn = Type.Object({ state: Type.String(), nonce: Type.String(), verifier: Type.String() });
export type PendingSignIn = Static<typeof PendingSignIn>;

/** The identity provider no longer accepts a refresh token. */
export class RejectedRefreshTokenError extends HttpError {
  constructor() {
    super(401, 'The session has ended. Sign in again.', 'UNAUTHORIZED');
  }
}

/** A user with the tokens of the identity provider. */
export type SignedInUser = IssuerTokens & { readonly identity: Identity };

/** The identity provider, as this server uses it: OpenID Connect's authorization code flow with PKCE. */
export type Issuer = ReturnType<typeof createIssuer>;

/**
 * @param connect Is called until it succeeds once.
 * @param report Receives why the identity provider could not be used.
 */
export function createIssuer(
  settings: IssuerSettings,
  publicUrl: string,
  connect: () => Promise<IssuerConnection>,
  report: (error: unknown) => void,
) {
  let connection: Promise<IssuerConnection & { readonly verifier: IssuerTokenVerifier }> | undefined;

  async function connected() {
    connection ??= connect().then(({ configuration, keys }) => ({
      configuration,
      keys,
      verifier: createIssuerTokenVerifier(settings, keys),
    }));
    try {
      return await connection;
    } catch (error) {
      connection = undefined;
      report(error);
      throw issuerUnavailable();
    }
  }

  /** Converts errors: the user has to sign in again after a rejection, and to wait otherwise. */
  async function request<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') {
        throw new RejectedRefreshTokenError();
      }
      if (error instanceof client.AuthorizationResponseError || isInvalidResponse(error)) {
        throw unauthorized('The identity provider rejected the sign-in. Sign in again.');
      }
      report(error);
      throw issuerUnavailable();
    }
  }

  /** Reads the user from the tokens of a sign-in or a renewal. */
  async function readUser(
    tokens: client.TokenEndpointResponse,
    nonce: string | undefined,
    known?: SignedInUser,
  ): Promise<SignedInUser> {
    const { configuration, verifier } = await connected();
    const idClaims = tokens.id_token === undefined ? undefined : await verifier.verifyIdToken(tokens.id_token, nonce);
    const subject = idClaims?.sub ?? known?.identity.subject;
    if (subject === undefined || (known !== undefined && subject !== known.identity.subject)) {
      throw unauthorized('The identity provider returned tokens of another user. Sign in again.');
    }
    const before = known?.idToken === undefined ? undefined : decodeJwt(known.idToken);
    requireSameSession(before, idClaims);
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const identity = await readIdentity(
      subject,
      settings.claims,
      [
        () => Promise.resolve(idClaims),
        async () => {
          const accessClaims = await verifier.readAccessToken(tokens.access_token, subject);
          requireSameSession(idClaims ?? before, accessClaims);
          return accessClaims;
        },
        async () =>
          hasUserInfo ? request(() => client.fetchUserInfo(configuration, tokens.access_token, subject)) : undefined,
      ],
      idClaims === undefined ? known?.identity : undefined,
    );
    return {
      identity,
      refreshToken: tokens.refresh_token ?? known?.refreshToken,
      idToken: tokens.id_token ?? known?.idToken,
    };
  }

  return {
    /** The issuer identifier. */
    name: settings.url,

    /** Returns the URL at which a user signs in. */
    async signInUrl({ state, nonce, verifier }: PendingSignIn): Promise<URL> {
      const { configuration } = await connected();
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: `${publicUrl}${CALLBACK_PATH}`,
        scope: settings.scope ?? defaultScope(configuration),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    /**
     * Completes a sign-in with the URL that the identity provider redirected to.
     *
     * @throws HttpError 401 if the code or a token is invalid, 403 for an account without a sponsor, 503 without a
     * response.
     */
    async completeSignIn(callback: URL, { state, nonce, verifier }: PendingSignIn): Promise<SignedInUser> {
      const { configuration } = await connected();
      const tokens = await request(() =>
        client.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }),
      );
      return readUser(tokens, nonce);
    },

    /**
     * Requests new tokens. Without a refresh token, the user stays the same.
     *
     * @param store Stores a new refresh token, which may have replaced the previous one.
     * @throws RejectedRefreshTokenError if the refresh token is no longer valid.
     * @throws HttpError 401 if the session has ended at the identity provider, 503 without a response.
     */
    async renew(user: SignedInUser, store: (refreshToken: string) => Promise<void>): Promise<SignedInUser> {
      const { refreshToken } = user;
      if (refreshToken === undefined) return user;
      const { configuration } = await connected();
      const tokens = await request(() => client.refreshTokenGrant(configuration, refreshToken));
      if (tokens.refresh_token !== undefined && tokens.refresh_token !== refreshToken)
        await store(tokens.refresh_token);
      return readUser(tokens, undefined, user);
    },

    /** Returns the URL that ends the session at the identity provider; undefined if it has none. */
    async signOutUrl(idToken: string | undefined): Promise<URL | undefined> {
      if (settings.logoutUrl !== undefined) return new URL(settings.logoutUrl);
      const { configuration } = await connected();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${publicUrl}${SIGNED_OUT_PATH}`,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      });
    },
  };
}

/** Claims that name the sign-in of a token: that of OpenID Connect, and Amazon Cognito's. */
const SESSION_CLAIMS = ['sid', 'origin_jti'] as const;

/** @throws HttpError 401 if two tokens name different sign-ins. Many issuers name none. */
function requireSameSession(one: JWTPayload | undefined, other: JWTPayload | undefined): void {
  for (const name of SESSION_CLAIMS) {
    const [value, otherValue] = [one?.[name], other?.[name]];
    if (value === undefined || otherValue === undefined || value === otherValue) continue;
    throw unauthorized('The identity provider returned tokens of another session. Sign in again.');
  }
}

/** Requests the `offline_access` scope if the issuer lists it; other issuers send refresh tokens anyway. */
function defaultScope(configuration: client.Configuration): string {
  const offline = configuration.serverMetadata().scopes_supported?.includes('offline_access') ?? false;
  return `openid profile email${offline ? ' offline_access' : ''}`;
}

const INVALID_RESPONSE_CODES = ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'];

function isInvalidResponse(error: unknown): boolean {
  return error instanceof client.ClientError && INVALID_RESPONSE_CODES.includes(error.code ?? '');
}
