import { SESSION_KEYS, type SessionValues } from '@data-manager/domain/session/session';
import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { cookieDomainAttribute } from '../environment/cookieDomain';
import type { Environment } from '../environment/environment';

function cookieOptions({ appUrl, cookieDomain }: Environment) {
  const domain = cookieDomainAttribute(cookieDomain);
  const secure = appUrl.startsWith('https:');
  return { path: '/', sameSite: 'lax', secure, ...(domain !== undefined && { domain }) } as const;
}

/** Sets the session cookies, URI-encoded and readable by the app's page. */
export function setSessionCookies(reply: FastifyReply, environment: Environment, values: SessionValues): void {
  const options = { ...cookieOptions(environment), httpOnly: false, maxAge: environment.refreshTokenSeconds };
  for (const name of SESSION_KEYS) reply.setCookie(name, values[name], options);
}

/** Clears the session cookies. */
export function clearSessionCookies(reply: FastifyReply, environment: Environment): void {
  for (const name of SESSION_KEYS) reply.clearCookie(name, cookieOptions(environment));
}
