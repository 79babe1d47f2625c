import { shortenOwnScripts } from '@data-manager/domain/failures/errorReport';
import { createSecretFilter, type SecretCleaner } from '@data-manager/domain/failures/secretFilter';
import { SESSION_KEYS } from '@data-manager/domain/session/session';
import type { Crash, Ports } from '../platform/ports';
import { readSessionValue } from './sessionValues';

const SECRET_KEYS = SESSION_KEYS.filter((key) => key !== 'sponsor_id' && key !== 'user_id');

/** A filter for the secrets of the session and for text that looks like a secret. */
export interface SessionSecrets extends SecretCleaner {
  /** Reads the current session. Call it before cleaning. Returns true if there are new secrets. */
  readonly learn: () => boolean;
}

/**
 * Creates a filter for text that leaves the memory of the page: recordings, DevTools, error reports and console notes.
 * @param hash makes the marks of different secrets different
 */
export function createSessionSecrets(
  ports: Pick<Ports, 'localStorage'>,
  hash?: (secret: string) => string,
): SessionSecrets {
  const { learn, ...cleaner } = createSecretFilter(hash);
  return { ...cleaner, learn: () => learn(SECRET_KEYS.map((key) => readSessionValue(ports, key) ?? '')) };
}

/**
 * Creates a log without secrets: messages of a server or of an unexpected error may contain some.
 * @param onCrash receives unexpected errors instead, unchanged; for development only
 */
export function createCleanLog(
  ports: Pick<Ports, 'log' | 'localStorage'>,
  onCrash?: (crash: Crash) => void,
): Ports['log'] {
  const secrets = createSessionSecrets(ports);
  return (text, crash) => {
    if (crash !== undefined && onCrash !== undefined) {
      onCrash(crash);
      return;
    }
    secrets.learn();
    ports.log(secrets.clean(shortenOwnScripts(text)));
  };
}
