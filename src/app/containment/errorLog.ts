import { describeError } from '../../domain/failures/errorReport';
import type { Ports } from '../../platform/ports';
import { createCleanLog } from '../../session/cleanLog';

/** Notes errors of the page for developers, without secrets: left alone, React writes them to the console as they are. */
export function createErrorLog(ports: Pick<Ports, 'log' | 'random' | 'localStorage'>) {
  const log = createCleanLog(ports);
  return (error: unknown, componentStack = ''): void => {
    const { name, message, stack } = describeError(error);
    log(`${name}: ${message}\n${stack}\n${componentStack}`);
  };
}
