import { Text } from '@mantine/core';
import type { useListing } from '../../api/useListing';
import { ErrorState } from '../../ui/ErrorState';
import { queryErrorWords } from '../../ui/queryErrorWords';
import { SkeletonRows } from '../../ui/SkeletonRows';

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
    return <ErrorState title="The files could not be loaded" reason={queryErrorWords(error)} onRetry={retry} />;
  }
  const loaded = `${loadedCount.toLocaleString('en')} ${loadedCount === 1 ? 'file' : 'files'} loaded`;
  if (isComing) {
    return (
      <Text size="sm" role="status">
        {loaded}… Search and filters look through these; the order comes with the last one.
      </Text>
    );
  }
  return (
    <ErrorState
      title={`The rest of the files could not be loaded (${loaded})`}
      reason={`${queryErrorWords(error)}. What is listed stays; it is not all there is.`}
      onRetry={retry}
    />
  );
}
