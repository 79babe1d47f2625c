import { HttpFailure } from '../failure';
import type { Principal } from '../principal';

/**
 * Keeps what can't be undone to administrators.
 *
 * @throws HttpFailure 403 for everybody else.
 */
export function requireAdminFor(caller: Principal, action: 'delete permanently'): void {
  if (!caller.isAdmin) throw new HttpFailure(403, `Only an administrator can ${action}.`, 'FORBIDDEN');
}
