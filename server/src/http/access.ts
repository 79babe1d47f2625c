import type { FastifyRequest } from 'fastify';
import { HttpError, unauthorized } from '../common/errors';
import type { TokenGrant } from '../database/accounts/accessTokens';
import type { Actor } from '../database/activity/auditLog';

/** The caller, as proven by the tokens of a session (the id token proves the admin claim), or by an access token of a user. */
export interface Principal {
  readonly userId: string;
  /** The first segment of all keys and paths that this caller can access. */
  readonly sponsorId: string;
  readonly isAdmin: boolean;
  /** The access token with which a program calls for the user; absent in a session. */
  readonly token?: TokenGrant;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook in `app.ts`; undefined on public routes. */
    principal?: Principal;
  }
}

/**
 * Returns the authenticated caller.
 *
 * @throws HttpError 401 on a route outside the authenticated scope of `app.ts`.
 */
export function callerOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw unauthorized('Authentication is required.');
  return request.principal;
}

/** Returns the caller and the request, for the audit log. */
export function actorOf({ principal, ip, id }: FastifyRequest): Actor {
  return {
    sponsorId: principal?.sponsorId,
    userId: principal?.userId,
    token: principal?.token?.name,
    address: ip,
    requestId: id,
  };
}

/** @throws HttpError 403 unless the caller is an administrator. */
export function requireAdminFor(
  caller: Principal,
  action: 'delete permanently' | 'export the audit log' | 'list deleted items',
): void {
  if (!caller.isAdmin) throw new HttpError(403, `Only an administrator can ${action}.`, 'FORBIDDEN');
}

/**
 * Returns a row that was looked up on behalf of a caller.
 *
 * @throws HttpError 404 if it does not exist or belongs to another sponsor.
 */
export function requireFound<Row>(row: Row | undefined, what: 'project' | 'dataset' | 'seal'): Row {
  if (row === undefined) throw new HttpError(404, `The ${what} was not found.`, 'NOT_FOUND');
  return row;
}
