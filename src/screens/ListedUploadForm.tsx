import { useMemo, type ComponentProps } from 'react';
import { useListFilesQuery } from '../api/files';
import type { ServerListing } from '../features/preflight/serverListing';
import { UploadForm } from '../features/preflight/UploadForm';

type ListedUploadFormProps = Omit<ComponentProps<typeof UploadForm>, 'listing'>;

/** The upload form with what stands on the server where the files go. */
export function ListedUploadForm(props: ListedUploadFormProps) {
  const listing = useServerListing(`${props.sponsorId}/${props.keyPrefix}`);
  return <UploadForm {...props} listing={listing} />;
}

/** Asked anew each time the form is opened: others upload, too. */
function useServerListing(path: string): ServerListing {
  const { currentData, isFetching, refetch } = useListFilesQuery(path, { refetchOnMountOrArgChange: true });
  return useMemo(() => {
    if (currentData !== undefined) return { status: 'known', entries: currentData };
    return isFetching ? { status: 'loading' } : { status: 'unknown', askAgain: () => void refetch() };
  }, [currentData, isFetching, refetch]);
}
