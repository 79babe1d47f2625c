import type { FastifyRequest } from 'fastify';
import { HttpError } from './errors';
import { unauthorized } from './identity/tokens';

/** Who is calling, as proven by a verified access token (and id token, for the admin claim). */
export interface Principal {
  readonly userId: string;
  /** The only first segment of keys and paths that this caller reaches. */
  readonly sponsorId: string;
  readonly isAdmin: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook of `app.ts` on every route below it; absent on public routes. */
    principal?: Principal;
  }
}

/**
 * Who makes this call.
 *
 * @throws HttpFailure 401 on a route that `app.ts` has not put behind its authentication.
 */
export function callerOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw unauthorized('This call needs a signed-in user.');
  return request.principal;
}

/**
 * Keeps what can't be undone to administrators.
 *
 * @throws HttpFailure 403 for everybody else.
 */
export function requireAdminFor(caller: Principal, action: 'delete permanently'): void {
  if (!caller.isAdmin) throw new HttpError(403, `Only an administrator can ${action}.`, 'FORBIDDEN');
}

/**
 * What was looked up for a caller.
 *
 * @throws HttpFailure 404 where there is no such thing, or it belongs to somebody else.
 */
export function requireFound<Row>(row: Row | undefined, what: 'project' | 'dataset'): Row {
  if (row === undefined) throw new HttpError(404, `There is no such ${what}.`, 'NOT_FOUND');
  return row;
}
