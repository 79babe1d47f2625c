import { randomBytes } from 'node:crypto';

/** An id that stays the same when its owner is renamed. */
export function newHash(): string {
  return randomBytes(16).toString('hex');
}
