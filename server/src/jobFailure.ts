import { HttpFailure } from './failure';
import { asDiskFailure } from './objects/durableFiles';

/**
 * What a client is told of a background job that failed. What nobody foresaw stays inside: the client gets `otherwise`,
 * and `report` the error.
 */
export function jobFailureWords(error: unknown, otherwise: string, report: (error: unknown) => void): string {
  const known = asDiskFailure(error);
  if (known instanceof HttpFailure) return known.msg;
  report(error);
  return otherwise;
}
