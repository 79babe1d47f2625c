import { shortenOwnScripts } from '../domain/failures/errorReport';
import type { Ports } from '../platform/ports';
import { createSessionSecrets } from './sessionSecrets';

/** Takes notes for developers, without secrets: words of a server, or of an error that nobody foresaw, may hold some. */
export function createCleanLog(ports: Pick<Ports, 'log' | 'random' | 'localStorage'>): Ports['log'] {
  const secrets = createSessionSecrets(ports);
  return (text) => {
    secrets.learn();
    ports.log(secrets.clean(shortenOwnScripts(text)));
  };
}
