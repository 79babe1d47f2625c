import { isIP } from 'node:net';
import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Environment } from '../environment';

/**
 * `co.uk`, `ac.jp`: what countries let anybody register below. Browsers refuse a cookie for all of that. They know more
 * such suffixes (`github.io`) from a list that is too long and too short-lived to be kept here. In other countries such a
 * name may be somebody's (`go.it`).
 */
const SUFFIX_OF_A_COUNTRY =
  /^(?:ac|co|com|edu|gob|gov|go|mil|net|ne|nom|org|or|sch)\.(?:ar|at|au|br|cn|id|il|in|jp|ke|kr|mx|my|nz|pl|sg|th|tr|tw|uk|za)$/;

/**
 * The domain of cookies that a server at `publicUrl` may set and a page at `appUrl` can read: the host itself where
 * both are the same, else the longest parent domain of at least two labels that can be somebody's. Undefined where
 * there is none.
 */
export function sharedCookieDomain(publicUrl: string, appUrl: string): string | undefined {
  const publicHost = new URL(publicUrl).hostname;
  const appHost = new URL(appUrl).hostname;
  // The root's dot makes other hosts of the same names, to which browsers give no cookies of a domain.
  if (publicHost.endsWith('.') || appHost.endsWith('.')) return undefined;
  if (publicHost === appHost) return appHost;
  if (isIP(publicHost) !== 0 || isIP(appHost) !== 0) return undefined;

  const publicLabels = publicHost.split('.').reverse();
  const appLabels = appHost.split('.').reverse();
  const different = appLabels.findIndex((label, index) => label !== publicLabels[index]);
  const shared = different === -1 ? appLabels : appLabels.slice(0, different);
  const domain = shared.toReversed().join('.');
  return shared.length < 2 || SUFFIX_OF_A_COUNTRY.test(domain) ? undefined : domain;
}

/**
 * The `Domain` attribute of a cookie. `localhost`, other single-label names and addresses take host-only cookies,
 * since browsers refuse or ignore the attribute there; everywhere else it is explicit, so that a cookie which the
 * app writes on the same domain replaces this one instead of standing beside it.
 */
export function cookieDomainAttribute(domain: string): string | undefined {
  const isAddress = isIP(domain.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || !domain.includes('.') ? undefined : domain;
}

const SESSION_COOKIES = [
  'A_K',
  'S_K',
  'session_token',
  'id_token',
  'access_token',
  'refresh_token',
  'sponsor_id',
  'user_id',
] as const;

/** The eight values that make a session for the app. */
export type SessionValues = Readonly<Record<(typeof SESSION_COOKIES)[number], string>>;

/** The domain that the session's cookies live on. */
export function cookieDomain({ publicUrl, appUrl }: Environment): string {
  const domain = sharedCookieDomain(publicUrl, appUrl);
  if (domain === undefined) throw new Error('PUBLIC_URL and APP_URL share no domain.');
  return domain;
}

function cookieOptions(environment: Environment): {
  readonly path: '/';
  readonly sameSite: 'lax';
  readonly secure: boolean;
  readonly domain?: string;
} {
  const domain = cookieDomainAttribute(cookieDomain(environment));
  return {
    path: '/',
    sameSite: 'lax',
    secure: environment.appUrl.startsWith('https:'),
    ...(domain === undefined ? {} : { domain }),
  };
}

/** Hands the session to the app: cookies that its page can read, values URI-encoded. */
export function setSessionCookies(reply: FastifyReply, environment: Environment, values: SessionValues): void {
  const options = { ...cookieOptions(environment), httpOnly: false, maxAge: environment.refreshTokenSeconds };
  for (const name of SESSION_COOKIES) reply.setCookie(name, values[name], options);
}

/** Takes the session's cookies back. */
export function clearSessionCookies(reply: FastifyReply, environment: Environment): void {
  for (const name of SESSION_COOKIES) reply.clearCookie(name, cookieOptions(environment));
}
