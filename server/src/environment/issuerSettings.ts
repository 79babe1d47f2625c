import { StartupError } from '../common/errors';

/** The identity provider that users sign in with, and how its claims describe a user. */
export interface IssuerSettings {
  /** The issuer identifier, exactly as in its tokens. */
  readonly url: string;
  readonly clientId: string;
  /** Undefined for a public client, which uses PKCE only. */
  readonly clientSecret?: string;
  /** Requested scopes; undefined for the default scopes. */
  readonly scope?: string;
  /** URL that ends the session at the identity provider, used instead of its `end_session_endpoint`. */
  readonly logoutUrl?: string;
  /** Names of claims, or paths with dots into nested claims. */
  readonly claims: ClaimNames;
}

export interface ClaimNames {
  readonly sponsor: string;
  readonly user: string;
  readonly admin: string;
  /** The value of the admin claim, or one of its values, that makes a user an administrator. */
  readonly adminValue: string;
}

/** The claims of the built-in provider and the default claims of other issuers. */
export const DEFAULT_CLAIMS: ClaimNames = {
  sponsor: 'sponsor_id',
  user: 'sub',
  admin: 'custom:isAdmin',
  adminValue: 'true',
};

const ISSUER_VARIABLES = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_SCOPE',
  'OIDC_LOGOUT_URL',
  'OIDC_SPONSOR_CLAIM',
  'OIDC_USER_CLAIM',
  'OIDC_ADMIN_CLAIM',
  'OIDC_ADMIN_VALUE',
] as const;

/**
 * Reads the settings of the identity provider; undefined for the built-in one.
 *
 * @param read Returns the value of a variable, or '' if it is not set.
 * @throws StartupError if the settings are incomplete or invalid.
 */
export function readIssuer(read: (name: string) => string): IssuerSettings | undefined {
  const url = read('OIDC_ISSUER');
  if (url === '') {
    const extra = ISSUER_VARIABLES.find((name) => read(name) !== '');
    if (extra !== undefined) throw new StartupError(`${extra} is set, but OIDC_ISSUER is not. Set both or neither.`);
    return undefined;
  }
  const problem = issuerProblem(url);
  if (problem !== undefined) throw new StartupError(`OIDC_ISSUER ${problem}, but is "${url}".`);
  const clientId = read('OIDC_CLIENT_ID');
  if (clientId === '') {
    throw new StartupError('OIDC_ISSUER is set, but OIDC_CLIENT_ID is not. Register this server at the issuer.');
  }
  const logoutUrl = read('OIDC_LOGOUT_URL');
  if (logoutUrl !== '' && !(URL.canParse(logoutUrl) && /^https?:$/.test(new URL(logoutUrl).protocol))) {
    throw new StartupError(`OIDC_LOGOUT_URL must be an absolute http or https URL, but is "${logoutUrl}".`);
  }
  const [clientSecret, scope] = [read('OIDC_CLIENT_SECRET'), read('OIDC_SCOPE')];
  if (scope !== '' && !scope.split(/\s+/).includes('openid')) {
    throw new StartupError(`OIDC_SCOPE must contain openid, but is "${scope}".`);
  }
  return {
    url,
    clientId,
    ...(clientSecret !== '' && { clientSecret }),
    ...(scope !== '' && { scope }),
    ...(logoutUrl !== '' && { logoutUrl }),
    claims: {
      sponsor: read('OIDC_SPONSOR_CLAIM') || DEFAULT_CLAIMS.sponsor,
      user: read('OIDC_USER_CLAIM') || DEFAULT_CLAIMS.user,
      admin: read('OIDC_ADMIN_CLAIM') || DEFAULT_CLAIMS.admin,
      adminValue: read('OIDC_ADMIN_VALUE') || DEFAULT_CLAIMS.adminValue,
    },
  };
}

function issuerProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'must be an absolute https URL';
  if (url.search !== '' || url.hash !== '' || url.username !== '') return 'must have no query, fragment or password';
  if (url.protocol === 'http:' && !isLoopback(text)) return 'must be an https URL unless it is on this machine';
  return undefined;
}

/** Returns whether a URL can be reached from this machine only. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
