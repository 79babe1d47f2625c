import { Text } from '@mantine/core';
import type { useListing } from '../../api/files';
import { asSentence } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';
import { ErrorState } from '../../ui/ErrorState';
import { queryErrorWords } from '../../ui/queryError';
import { SkeletonRows } from '../../ui/SkeletonRows';

interface ListingStateProps {
  readonly listing: ReturnType<typeof useListing>;
}

/** Says how far a list of files has come, and why it does not come further. Nothing where all is there. */
export function ListingState({
  listing: { listing, loadedCount, isComplete, isFetching, error, retry },
}: ListingStateProps) {
  if (isComplete) return null;
  if (listing === undefined) {
    if (isFetching) return <SkeletonRows />;
    return <ErrorState title="The files could not be loaded" reason={queryErrorWords(error)} onRetry={retry} />;
  }
  if (isFetching) {
    return (
      <Text size="sm" role="status">
        {`${counted(loadedCount, 'file')} loaded… Search and filters cover these files; sorting starts once all are loaded.`}
      </Text>
    );
  }
  return (
    <ErrorState
      title={`The remaining files could not be loaded (${counted(loadedCount, 'file')} loaded)`}
      reason={`${asSentence(queryErrorWords(error))} The list below is incomplete.`}
      onRetry={retry}
    />
  );
}
