import { Text } from '@mantine/core';
import type { useListing } from '../../api/useListing';
import { ErrorState } from '../../ui/ErrorState';
import { queryErrorWords } from '../../ui/queryError';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { filesWords } from './filesWords';

interface ListingStateProps {
  readonly listing: ReturnType<typeof useListing>;
}

/** Says how far a list of files has come, and why it does not come further. Nothing where all is there. */
export function ListingState({
  listing: { listing, loadedCount, isComplete, isComing, error, retry },
}: ListingStateProps) {
  if (isComplete) return null;
  if (listing === undefined) {
    if (isComing) return <SkeletonRows />;
    return <ErrorState title={filesWords.notLoaded} reason={queryErrorWords(error)} onRetry={retry} />;
  }
  if (isComing) {
    return (
      <Text size="sm" role="status">
        {filesWords.loading(loadedCount)}
      </Text>
    );
  }
  return (
    <ErrorState
      title={filesWords.restNotLoaded(loadedCount)}
      reason={filesWords.restMissing(queryErrorWords(error))}
      onRetry={retry}
    />
  );
}
