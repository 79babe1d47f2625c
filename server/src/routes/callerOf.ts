import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../identity/tokenVerifier';
import type { Principal } from '../principal';

/**
 * Who makes this call.
 *
 * @throws HttpFailure 401 on a route that `app.ts` has not put behind its authentication.
 */
export function callerOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw unauthorized('This call needs a signed-in user.');
  return request.principal;
}
