import { queryErrorText, type QueryError } from '../api/queryErrorText';
import { ErrorState } from '../ui/ErrorState';

interface NotLoadedProps {
  /** What could not be loaded, as a sentence. */
  readonly title: string;
  readonly query: { readonly error?: QueryError | undefined; readonly refetch: () => unknown };
  /** Replaces the whole page, whose heading is the title. */
  readonly isPage?: boolean;
}

/** Replaces what a query could not load. */
export function NotLoaded({ query: { error, refetch }, ...state }: NotLoadedProps) {
  return <ErrorState {...state} reason={queryErrorText(error)} onRetry={() => void refetch()} />;
}
