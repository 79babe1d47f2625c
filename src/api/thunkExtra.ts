import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import type { Ports } from '../platform/ports';
import type { RefreshAhead, RefreshSession } from '../session/refreshSession';

/** What a store gives to its thunks (`extra`) and, member by member, to its sagas (context). */
export interface ThunkExtra {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  /** The store's one shared refresh. */
  readonly refreshSession: RefreshSession;
  /** Renews tokens before they end: given to the calls of transfers alone. */
  readonly refreshAhead?: RefreshAhead;
}
