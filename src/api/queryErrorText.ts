import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';

/** The error of a query hook: a failure of the API, or an unexpected error. */
export type QueryError = RequestFailure | { readonly message?: string };

/** Returns true if a query or change has failed in a way. */
export function hasFailed(error: QueryError | undefined, kind: RequestFailure['kind']): boolean {
  return error !== undefined && 'kind' in error && error.kind === kind;
}

/** Returns the text of a query error. The bar `Connection` says more about an outage. */
export function queryErrorText(error: QueryError | undefined): string {
  if (error !== undefined && 'kind' in error) {
    return error.kind === 'unreachable' ? 'The server did not respond.' : failureNotice(error).text;
  }
  return error?.message ?? 'Unexpected error';
}
