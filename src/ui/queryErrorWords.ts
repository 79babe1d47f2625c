import type { Failure } from '../domain/failure';
import { failureWords } from '../domain/failureWords';

/** What a query hook may report: a failure of the app's own, or an error that nobody foresaw. */
type QueryError = Failure | { readonly message?: string };

/** The reason why something could not be loaded, for an `ErrorState`. */
export function queryErrorWords(error: QueryError | undefined): string {
  if (error !== undefined && 'kind' in error) return failureWords(error).text;
  return error?.message ?? 'Unexpected error';
}
