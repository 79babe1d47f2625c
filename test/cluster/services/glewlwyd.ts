import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../support/startBackend';
import { installPackages } from '../installPackages';
import { answers, defineService } from './service';

const PROGRAM = '/usr/bin/glewlwyd';
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install';
const CLIENT_ID = 'data-manager';
const CLIENT_SECRET = 'glewlwyd-client-secret';

/** A user of Glewlwyd. */
export const GLEWLWYD_USER = { username: 'gwen', password: 'a-password', name: 'Gwen', sponsor: 'hooli' } as const;

/** An identity provider that shares no code with this project's libraries. */
export type Glewlwyd = Awaited<ReturnType<typeof startGlewlwyd>>;

/** Installs Glewlwyd without the prompts of its package, which fails without input. */
function install(): void {
  if (existsSync(PROGRAM)) return;
  const selection = 'glewlwyd glewlwyd/config_type select No configuration\n';
  if (existsSync('/usr/bin/debconf-set-selections')) execFileSync('debconf-set-selections', { input: selection });
  installPackages({ [PROGRAM]: 'glewlwyd', '/usr/share/doc/dbconfig-no-thanks': 'dbconfig-no-thanks' });
}

/** Starts Glewlwyd on a PostgreSQL database, and registers a server with the given URL as its client. */
export async function startGlewlwyd(folder: string, databaseUrl: string, publicUrl: string) {
  install();
  mkdirSync(folder, { recursive: true });
  await createTables(databaseUrl);
  const port = await freePort();
  const url = `http://localhost:${String(port)}`;
  const issuer = `${url}/api/oidc`;
  const file = join(folder, 'glewlwyd.conf');
  writeFileSync(file, configuration(port, url, databaseUrl));
  const service = defineService({
    name: 'glewlwyd',
    command: PROGRAM,
    args: [`--config-file=${file}`],
    folder,
    isReady: () => answers(`${url}/config`),
  });
  await service.start();
  const call = (cookie: string, method: string, path: string, body: object) => callApi(url, cookie, method, path, body);

  const { cookie: admin } = await call('', 'POST', '/auth', { username: 'admin', password: 'password' });
  await call(admin, 'POST', '/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'oidc',
    parameters: pluginParameters(issuer),
  });
  await call(admin, 'POST', '/client/', {
    client_id: CLIENT_ID,
    name: CLIENT_ID,
    password: CLIENT_SECRET,
    confidential: true,
    enabled: true,
    scope: ['openid'],
    redirect_uri: [`${publicUrl}/login/callback`],
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['client_secret_post', 'client_secret_basic'],
  });
  await call(admin, 'POST', '/user/', { ...GLEWLWYD_USER, enabled: true, scope: ['openid'] });

  return {
    /** The issuer identifier. */
    issuer,
    variables: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_SCOPE: 'openid',
    },
    service,
    /** Signs the user in and returns the URL that the browser is redirected to. */
    async signIn(authorizationUrl: string) {
      const { username, password } = GLEWLWYD_USER;
      const { cookie } = await call('', 'POST', '/auth', { username, password });
      await call(cookie, 'PUT', `/auth/grant/${CLIENT_ID}`, { scope: 'openid' });
      const response = await fetch(`${authorizationUrl}&g_continue`, { redirect: 'manual', headers: { cookie } });
      return response.headers.get('location') ?? '';
    },
  };
}

async function createTables(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query('create extension if not exists pgcrypto');
    for (const name of ['pgsql', 'postgre.default.sql']) await client.query(readFileSync(join(TABLES, name), 'utf8'));
    // Users have a sponsor.
    const format = { sponsor: { multiple: false, read: true, write: true } };
    const parameters = JSON.stringify({ 'use-glewlwyd-connection': true, 'data-format': format });
    await client.query('update g_user_module_instance set gumi_parameters = $1', [parameters]);
  } finally {
    await client.end();
  }
}

async function callApi(
  url: string,
  cookie: string,
  method: string,
  path: string,
  body: object,
): Promise<{ readonly cookie: string }> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`Glewlwyd answered ${method} ${path} with ${String(response.status)}: ${await response.text()}`);
  }
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: cookies.join('; ') };
}

function pluginParameters(issuer: string): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'access-token-duration': 3_600,
    'refresh-token-duration': 86_400,
    'code-duration': 600,
    'refresh-token-rolling': false,
    'refresh-token-one-use': 'never',
    'allow-non-oidc': true,
    'auth-type-code-enabled': true,
    'auth-type-code-revoke-replayed': false,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-none-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'auth-type-refresh-enabled': true,
    'jwks-show': true,
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'name-claim': 'mandatory',
    claims: [{ name: 'sponsor_id', 'user-property': 'sponsor', type: 'string', mandatory: true, scope: [] }],
  };
}

function configuration(port: number, url: string, databaseUrl: string): string {
  const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl);
  const settings = {
    port,
    external_url: url,
    login_url: 'login.html',
    api_prefix: 'api',
    static_files_path: '/usr/share/glewlwyd/webapp/',
    log_mode: 'console',
    log_level: 'WARNING',
    cookie_domain: 'localhost',
    cookie_secure: 0,
    cookie_same_site: 'empty',
    session_expiration: 86_400,
    session_key: 'GLEWLWYD2_SESSION_ID',
    admin_scope: 'g_admin',
    profile_scope: 'g_profile',
    user_module_path: '/usr/lib/glewlwyd/user',
    user_middleware_module_path: '/usr/lib/glewlwyd/user_middleware',
    client_module_path: '/usr/lib/glewlwyd/client',
    user_auth_scheme_module_path: '/usr/lib/glewlwyd/scheme',
    plugin_module_path: '/usr/lib/glewlwyd/plugin',
    hash_algorithm: 'SHA512',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const connection = `host=${hostname} port=${databasePort} user=${username} dbname=${pathname.slice(1)}`;
  return `${lines.join('\n')}
allow_multiple_user_per_session = true
login_api_enabled = true
database = { type = "postgre", conninfo = "${connection}" }
`;
}
