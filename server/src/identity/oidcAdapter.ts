import type { PGlite } from '@electric-sql/pglite';
import { errors, type Adapter, type AdapterFactory } from 'oidc-provider';
import {
  consumeOidcState,
  findOidcState,
  findOidcStateByUid,
  putOidcState,
  removeOidcState,
  removeOidcStateOfGrant,
} from '../database/oidcState';

/** Keeps the identity provider's state in the database, so that a restart signs nobody out. */
export function createOidcAdapter(database: PGlite): AdapterFactory {
  return (model): Adapter => ({
    upsert: (id, payload, lifeSeconds) => putOidcState(database, model, id, payload, lifeSeconds),
    find: (id) => findOidcState(database, model, id),
    findByUid: (uid) => findOidcStateByUid(database, model, uid),
    // Only the device flow, which is off, has user codes.
    findByUserCode: () => Promise.resolve(undefined),
    async consume(id) {
      // The provider looks first and consumes later: two requests with one token can both get this far.
      if (!(await consumeOidcState(database, model, id))) throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => removeOidcState(database, model, id),
    revokeByGrantId: (grantId) => removeOidcStateOfGrant(database, model, grantId),
  });
}
