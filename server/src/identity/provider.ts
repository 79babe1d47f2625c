import Provider, { type Account, type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import { createOidcAdapter } from '../database/accounts/oidcState';
import { findUser } from '../database/accounts/users';
import type { Queryable } from '../database/sql';
import type { Environment } from '../environment/environment';
import { DEFAULT_CLAIMS } from '../environment/issuerSettings';
import { CALLBACK_PATH, createIssuer, type Issuer } from './issuer';
import { connectLocally } from './issuerConnection';
import { publicKeyOf, type IdentityKeys } from './keys';
import { errorPage } from './pages';

/** Path of the identity provider. */
export const OIDC_PATH = '/oidc';
/** Path of the sign-in form, followed by the interaction's id. */
export const SIGN_IN_PATH = '/sign-in';
/** The client id of this server at its own provider. */
const CLIENT_ID = 'data-manager';
/** The scopes that a sign-in requests. */
const SCOPE = 'openid profile email';

const INTERACTION_SECONDS = 60 * 60;
const CODE_SECONDS = 60;

/** The dependencies of the built-in provider. */
interface ProviderParts {
  readonly environment: Environment;
  readonly database: Queryable;
  readonly keys: IdentityKeys;
}

function issuerOf(publicUrl: string): string {
  return `${publicUrl}${OIDC_PATH}`;
}

/** Creates the client of the built-in provider. */
export function createBuiltInIssuer(
  { environment, keys }: Pick<ProviderParts, 'environment' | 'keys'>,
  report: (error: unknown) => void,
): Issuer {
  const { publicUrl } = environment;
  const url = issuerOf(publicUrl);
  const settings = {
    url,
    clientId: CLIENT_ID,
    clientSecret: keys.clientSecret,
    scope: SCOPE,
    claims: DEFAULT_CLAIMS,
  };
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${localUrl(environment)}${OIDC_PATH}/token`,
    id_token_signing_alg_values_supported: ['ES256'],
  };
  const connect = () => Promise.resolve(connectLocally(metadata, settings, [publicKeyOf(keys)]));
  return createIssuer(settings, publicUrl, connect, report);
}

/** Returns this server's local address: the public URL may not be reachable from this process. */
function localUrl({ host, port }: Environment): string {
  const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const own = loopback[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${own}:${port}`;
}

async function findAccount(database: Queryable, id: string): Promise<Account | undefined> {
  const user = await findUser(database, id);
  if (user === undefined) return undefined;
  return {
    accountId: user.id,
    claims: () => ({
      sub: user.id,
      email: user.email,
      name: user.name,
      sponsor_id: user.sponsorId,
      'custom:isAdmin': String(user.isAdmin),
    }),
  };
}

/** Creates a missing grant without asking for consent, because the app belongs to the provider. */
async function loadOrCreateGrant(context: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { provider, client, session, account, result } = context.oidc;
  if (client === undefined || session === undefined || account === undefined) return undefined;
  const id = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const existing = id === undefined ? undefined : await provider.Grant.find(id);
  if (existing !== undefined) return existing;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(SCOPE);
  await grant.save();
  return grant;
}

/**
 * Creates the built-in identity provider: authorization code flow with PKCE for this server as its only client. Its state
 * is in the database.
 */
export function createProvider({ environment, database, keys }: ProviderParts): Provider {
  const { publicUrl, accessTokenSeconds, refreshTokenSeconds } = environment;
  const secure = publicUrl.startsWith('https:');
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure } as const;

  const provider = new Provider(issuerOf(publicUrl), {
    adapter: createOidcAdapter(database),
    jwks: { keys: [keys.signingKey] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: keys.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${publicUrl}${CALLBACK_PATH}`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub', 'sponsor_id', 'custom:isAdmin'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => findAccount(database, id),
    loadExistingGrant: loadOrCreateGrant,
    interactions: { url: (_context, interaction) => `${SIGN_IN_PATH}/${interaction.uid}` },
    cookies: { keys: keys.cookieKeys, long: cookie, short: cookie },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      // `GET /logout` ends the session itself, without this feature's confirmation page.
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    issueRefreshToken: () => true,
    // The tokens never leave this server. Those of the app rotate.
    rotateRefreshToken: () => false,
    // Signing out also invalidates the session's refresh tokens.
    expiresWithSession: () => true,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: CODE_SECONDS,
      IdToken: accessTokenSeconds,
      RefreshToken: refreshTokenSeconds,
      Session: refreshTokenSeconds,
      Grant: refreshTokenSeconds,
      Interaction: INTERACTION_SECONDS,
    },
    renderError: (context, out) => {
      context.type = 'html';
      context.body = errorPage(out.error_description ?? out.error);
    },
  });
  // Trust the forwarding headers: `routes/session/provider.ts` sets them from PUBLIC_URL.
  provider.proxy = true;
  return provider;
}
