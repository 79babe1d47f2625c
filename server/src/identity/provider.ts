import type {} from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import Provider, {
  errors,
  type Account,
  type Adapter,
  type AdapterFactory,
  type Grant,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import {
  consumeOidcState,
  findOidcState,
  findOidcStateByUid,
  pruneOidcState,
  putOidcState,
  removeOidcState,
  removeOidcStateOfGrant,
} from '../database/oidcState';
import type { Queryable } from '../database/sql';
import { findUser } from '../database/users';
import { createPageSender } from '../htmlPages';
import { createRateLimit, networkOf } from '../rateLimit';
import { noBody } from '../routes/schemas';
import { sweepHourly } from '../routes/sweepHourly';
import type { Services } from '../services';
import { CALLBACK_PATH, createIssuer, type Issuer } from './issuer';
import { connectLocally } from './issuerConnection';
import { DEFAULT_CLAIMS } from './issuerSettings';
import { publicKeyOf } from './keys';
import { errorPage, htmlHeaders } from './pages';

/** Path of the identity provider. */
const OIDC_PATH = '/oidc';
/** Path of the sign-in form, followed by the interaction's id. */
export const SIGN_IN_PATH = '/sign-in';
/** The client id of this server at its own provider. */
const CLIENT_ID = 'data-manager';
/** The scopes that a sign-in requests. */
const SCOPE = 'openid profile email';

/** Started sign-ins from one network, each of which is stored for an hour. Enough for a whole institute. */
const SIGN_IN_LIMIT = {
  name: 'authorization',
  max: 600,
  windowSeconds: 60,
  msg: 'Too many sign-ins were started from your network. Try again in a minute.',
};

const INTERACTION_SECONDS = 60 * 60;
const CODE_SECONDS = 60;

function issuerOf(publicUrl: string): string {
  return `${publicUrl}${OIDC_PATH}`;
}

/** Creates the client of the built-in provider. */
export function createBuiltInIssuer(
  { environment, keys }: Pick<Services, 'environment' | 'keys'>,
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
function localUrl({ host, port }: Services['environment']): string {
  const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const own = loopback[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${own}:${port}`;
}

async function findAccount({ database }: Services, id: string): Promise<Account | undefined> {
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
export function createProvider(services: Services): Provider {
  const { environment, database, keys } = services;
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
    findAccount: (_context, id) => findAccount(services, id),
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
  // Trust the forwarding headers: `providerRoutes` sets them from PUBLIC_URL.
  provider.proxy = true;
  return provider;
}

/** Stores the identity provider's state in the database, so that a restart does not sign users out. */
function createOidcAdapter(database: Queryable): AdapterFactory {
  return (model): Adapter => ({
    upsert: (id, payload, lifeSeconds) => putOidcState(database, model, id, payload, lifeSeconds),
    find: (id) => findOidcState(database, model, id),
    findByUid: (uid) => findOidcStateByUid(database, model, uid),
    // Only the device flow, which is disabled, has user codes.
    findByUserCode: () => Promise.resolve(undefined),
    async consume(id) {
      // Two concurrent requests with one token can both get here.
      if (!(await consumeOidcState(database, model, id))) throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => removeOidcState(database, model, id),
    revokeByGrantId: (grantId) => removeOidcStateOfGrant(database, model, grantId),
  });
}

/** Returns whether the provider treats a URL as the start of a sign-in. It ignores case and a trailing slash. */
function isAuthorization(url: string): boolean {
  const { pathname } = new URL(url, 'http://localhost');
  return pathname.replace(/\/$/, '').toLowerCase() === `${OIDC_PATH}/auth`;
}

/** Routes everything below `/oidc` to the identity provider. */
export function providerRoutes(
  app: FastifyInstance,
  { services, provider }: { readonly services: Services; readonly provider: Provider },
  done: () => void,
): void {
  const { host, protocol } = new URL(services.environment.publicUrl);
  const handle = provider.callback();
  const limit = createRateLimit(services.attempts, SIGN_IN_LIMIT);
  const page = createPageSender(htmlHeaders(services.environment.appUrl), errorPage);
  app.setErrorHandler((error, request, reply) => page.sendError(reply, error, request));
  sweepHourly(app, () => pruneOidcState(services.database));

  // The provider parses bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const route: Omit<RouteOptions, 'method'> = {
    url: `${OIDC_PATH}/*`,
    schema: {
      summary: 'OpenID Connect, described by /oidc/.well-known/openid-configuration',
      response: { default: noBody('As specified by OpenID Connect and OAuth 2.0.') },
    },
    handler: async (request, reply) => {
      const { raw } = request;
      if (isAuthorization(raw.url ?? '')) await limit.consume(networkOf(request.ip));
      reply.hijack();
      Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') });
      // The provider's routes have no prefix. It derives the prefix of its links from the original URL.
      Object.assign(raw, { originalUrl: raw.url });
      raw.url = raw.url?.slice(OIDC_PATH.length) ?? '/';
      for (const [name, value] of Object.entries(htmlHeaders(services.environment.appUrl))) {
        reply.raw.setHeader(name, value);
      }
      await handle(raw, reply.raw);
    },
  };
  app.route({ ...route, method: ['GET', 'POST'] });
  app.route({ ...route, method: 'OPTIONS', schema: { hide: true } });
  done();
}
