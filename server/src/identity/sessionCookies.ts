import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Environment } from '../environment';
import { cookieDomainAttribute, sharedCookieDomain } from './cookieDomain';

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

/** The eight session values of the app. */
export type SessionValues = Readonly<Record<(typeof SESSION_COOKIES)[number], string>>;

/** Returns the domain of the session cookies. */
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

/** Sets the session cookies, URI-encoded and readable by the app's page. */
export function setSessionCookies(reply: FastifyReply, environment: Environment, values: SessionValues): void {
  const options = { ...cookieOptions(environment), httpOnly: false, maxAge: environment.refreshTokenSeconds };
  for (const name of SESSION_COOKIES) reply.setCookie(name, values[name], options);
}

/** Clears the session cookies. */
export function clearSessionCookies(reply: FastifyReply, environment: Environment): void {
  for (const name of SESSION_COOKIES) reply.clearCookie(name, cookieOptions(environment));
}
