import { Value } from '@sinclair/typebox/value';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLBACK_PATH, PendingSignIn } from './issuer';

/** Time that the user has to fill in the sign-in form. */
const PENDING_SIGN_IN_SECONDS = 60 * 60;

/** Identifies the browser, so that signing out ends all of its sessions. */
const BROWSER_COOKIE = 'browser';
/** The longest time for which browsers keep a cookie. */
const BROWSER_COOKIE_SECONDS = 400 * 24 * 60 * 60;

/** Options of cookies that no page can read. */
const HIDDEN = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** Each sign-in has its own cookie, so that two tabs can sign in at the same time. */
function cookieName(state: string): string {
  return `sign_in_${state}`;
}

/** Saves the sign-in in a signed cookie that only the callback receives and no page can read. */
export function saveSignIn(reply: FastifyReply, signIn: PendingSignIn, secure: boolean): void {
  reply.setCookie(cookieName(signIn.state), JSON.stringify(signIn), {
    ...HIDDEN,
    path: CALLBACK_PATH,
    secure,
    maxAge: PENDING_SIGN_IN_SECONDS,
  });
}

/** Reads and clears the sign-in that this browser started with a state; undefined if there is none. */
export function takeSignIn(request: FastifyRequest, reply: FastifyReply, state: string): PendingSignIn | undefined {
  const name = cookieName(state);
  const cookie = request.cookies[name];
  if (cookie === undefined) return undefined;
  reply.clearCookie(name, { path: CALLBACK_PATH });
  const { valid, value } = request.unsignCookie(cookie);
  if (!valid) return undefined;
  // The value of another cookie of this server has a valid signature, too.
  const signIn: unknown = value.startsWith('{') ? JSON.parse(value) : undefined;
  return Value.Check(PendingSignIn, signIn) && signIn.state === state ? signIn : undefined;
}

/** Returns the id of the browser; undefined if it has none. */
export function readBrowserId(request: FastifyRequest): string | undefined {
  const { valid, value } = request.unsignCookie(request.cookies[BROWSER_COOKIE] ?? '');
  return valid ? value : undefined;
}

/** Identifies the browser by a signed cookie that no page can read. */
export function saveBrowserId(reply: FastifyReply, browserId: string, secure: boolean): void {
  reply.setCookie(BROWSER_COOKIE, browserId, {
    ...HIDDEN,
    path: '/',
    secure,
    maxAge: BROWSER_COOKIE_SECONDS,
  });
}

export function clearBrowserId(reply: FastifyReply): void {
  reply.clearCookie(BROWSER_COOKIE, { path: '/' });
}
