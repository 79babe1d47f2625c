import { createSecretFilter, type SecretCleaner } from '../domain/failures/secretFilter';
import { SESSION_KEYS } from '../domain/session/session';
import type { Ports } from '../platform/ports';
import { readSessionValue } from './sessionValues';

/** The eight session values are secrets but for the two that say whose session it is. */
const SECRET_KEYS = SESSION_KEYS.filter((key) => key !== 'sponsor_id' && key !== 'user_id');

/** Takes out of texts what looks like a secret, and what is one of this session. */
export interface SessionSecrets extends SecretCleaner {
  /** Looks at the session as it is now; to be called before texts are cleaned. True if it has secrets that are new. */
  readonly learn: () => boolean;
}

/**
 * What is behind everything that leaves the page's memory: recordings, DevTools, error reports and notes in the console.
 * Each has a filter of its own: the same secret leaves another mark in each.
 */
export function createSessionSecrets(ports: Pick<Ports, 'random' | 'localStorage'>): SessionSecrets {
  const { learn, ...cleaner } = createSecretFilter(() => `${ports.random.fraction()} ${ports.random.fraction()}`);
  return { ...cleaner, learn: () => learn(SECRET_KEYS.map((key) => readSessionValue(ports, key) ?? '')) };
}
