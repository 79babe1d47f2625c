import { hasFailed, type QueryError } from '../api/queryErrorText';

/** Returns the text for a dialog if its subject no longer exists. No toast reports a 404. */
export function notFoundText(error: QueryError | undefined): string | undefined {
  return hasFailed(error, 'not-found')
    ? 'It no longer exists on the server: someone else may have deleted it. Nothing was changed. Close this dialog.'
    : undefined;
}
