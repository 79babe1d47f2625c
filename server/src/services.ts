import type { PGlite } from '@electric-sql/pglite';
import type { Environment } from './environment';
import type { IdentityKeys } from './identity/keys';
import type { ObjectStore } from './objects/objectStore';

/** What the routes are built over; made once by `startServer.ts`, given to every route plugin as its options. */
export interface Services {
  readonly environment: Environment;
  readonly database: PGlite;
  readonly objects: ObjectStore;
  /** Secrets of the sign-in and of preview credentials. */
  readonly keys: IdentityKeys;
}
