import type { Failure } from '../domain/failures/failure';
import { failureNotice } from '../domain/failures/failureNotice';
import { failureWords } from '../domain/failures/failureWords';
/** What a query hook may report: a failure of the app's own, or an error that nobody foresaw. */
type QueryError = Failure | { readonly message?: string };

/** What a dialog says of a refusal that no toast tells; undefined where there was none. */
export function goneWords(error: QueryError | undefined): string | undefined {
  return error !== undefined && 'kind' in error && error.kind === 'not-found' ? failureWords.gone : undefined;
}

/** The reason why something could not be loaded, for an `ErrorState`. */
export function queryErrorWords(error: QueryError | undefined): string {
  if (error !== undefined && 'kind' in error) return failureNotice(error).text;
  return error?.message ?? 'Unexpected error';
}
