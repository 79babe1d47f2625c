import { describeError } from '../../domain/errorReport';
import type { Ports } from '../../platform/ports';
import { createSessionSecrets } from '../../session/sessionSecrets';

/** Notes errors of the page for developers, without secrets: left alone, React writes them to the console as they are. */
export function createErrorLog(ports: Pick<Ports, 'log' | 'random' | 'localStorage'>) {
  const secrets = createSessionSecrets(ports);
  return (error: unknown, componentStack = ''): void => {
    secrets.learn();
    const { name, message, stack } = describeError(error);
    ports.log(secrets.clean(`${name}: ${message}\n${stack}\n${componentStack}`));
  };
}
