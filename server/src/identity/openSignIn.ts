import { createHash, randomBytes } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLBACK_PATH } from './provider';

/** As long as the sign-in form can wait for somebody to look up a password. */
const OPEN_SIGN_IN_SECONDS = 60 * 60;

const OpenSignIn = Type.Object({ state: Type.String(), nonce: Type.String(), verifier: Type.String() });

/** What the browser must bring back for a sign-in to count: OpenID Connect's state and nonce, PKCE's verifier. */
export type OpenSignIn = Static<typeof OpenSignIn>;

/** One cookie for each sign-in, so that two tabs can sign in at the same time. */
function cookieName(state: string): string {
  return `sign_in_${state}`;
}

/** Fresh random values. */
export function newSignIn(): OpenSignIn {
  const random = (): string => randomBytes(32).toString('base64url');
  return { state: random(), nonce: random(), verifier: random() };
}

/** The S256 challenge of RFC 7636. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Leaves the sign-in with the browser, in a signed cookie that only the callback gets and no page can read. */
export function keepSignIn(reply: FastifyReply, signIn: OpenSignIn, secure: boolean): void {
  reply.setCookie(cookieName(signIn.state), JSON.stringify(signIn), {
    path: CALLBACK_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: true,
    maxAge: OPEN_SIGN_IN_SECONDS,
  });
}

/** The sign-in that this browser began with this state, which is over now; undefined where it began none. */
export function takeSignIn(request: FastifyRequest, reply: FastifyReply, state: string): OpenSignIn | undefined {
  const name = cookieName(state);
  const cookie = request.cookies[name];
  if (cookie === undefined) return undefined;
  reply.clearCookie(name, { path: CALLBACK_PATH });
  const { valid, value } = request.unsignCookie(cookie);
  if (!valid) return undefined;
  const signIn: unknown = JSON.parse(value);
  return Value.Check(OpenSignIn, signIn) && signIn.state === state ? signIn : undefined;
}
