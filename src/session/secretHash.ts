import { createSaltedHash } from '@data-manager/domain/failures/saltedHash';
import type { Ports } from '../platform/ports';

/** Creates the hash of a filter for the session's secrets. Each one marks the same secret differently. */
export function createSecretHash({ random }: Pick<Ports, 'random'>): (secret: string) => string {
  return createSaltedHash(() => `${random.fraction()} ${random.fraction()}`);
}
