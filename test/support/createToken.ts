import type { TokenScope } from '../../server/src/database/accounts/accessTokens';
import { callWith, type Session } from './signIn';

/** The body of a request that creates an access token for an hour. */
export function newToken(path: string, scopes: readonly TokenScope[], name = 'microscope') {
  return { name, scopes, path, expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
}

/** Creates an access token. */
export function createToken(session: Session, ...token: Parameters<typeof newToken>) {
  return session.make<{ readonly id: string; readonly token: string }>('/tokens', newToken(...token));
}

/** Returns the calls of a program with a token. */
export function createProgram(backend: Parameters<typeof callWith>[0], token: string) {
  return <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    callWith<Body>(backend, method, path, { headers: { authorization: `Bearer ${token}` }, body });
}
