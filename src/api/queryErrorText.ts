import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';

/** The error of a query hook: a failure of the API, or an unexpected error. */
export type QueryError = RequestFailure | { readonly message?: string };

/** Returns the text of a query error. */
export function queryErrorText(error: QueryError | undefined): string {
  if (error !== undefined && 'kind' in error) return failureNotice(error).text;
  return error?.message ?? 'Unexpected error';
}
