import { Button } from '@mantine/core';
import { IconFolderDown } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { useFeature } from '../../api/configuration';
import { isFolderMarker, isListingComplete, listedEntries, type FileListing } from '../../domain/listing/fileListing';
import { usePorts } from '../../platform/portsContext';
import { requestFetch } from '../../transfers/fetches/requestedFiles';
import { filesOfChoice, type DownloadChoice } from './fileSelection';

interface DownloadIntoFolderProps {
  /** Undefined until the first page is loaded. */
  readonly listing: FileListing | undefined;
  /** The selection that the `Download` button downloads; undefined if there is nothing. */
  readonly choice: DownloadChoice | undefined;
}

/** Downloads files into a folder that the user chooses. Rendered only where the server and the browser support it. */
export function DownloadIntoFolder({ listing, choice }: DownloadIntoFolderProps) {
  const dispatch = useDispatch();
  const { folders } = usePorts();
  const hasUrls = useFeature('files.urls');
  const hasChecksums = useFeature('files.etag');
  if (!hasUrls || !hasChecksums || !folders.areOffered()) return null;
  // The files of a folder are known once all of them are listed.
  const isKnown = listing !== undefined && (isListingComplete(listing) || Array.isArray(choice?.path));
  const start = async () => {
    if (choice === undefined || listing === undefined) return;
    // First, since browsers open the picker only shortly after the click.
    const folder = await folders.choose();
    if (folder === undefined) return;
    const chosen = filesOfChoice(
      listedEntries(listing).filter((entry) => !isFolderMarker(entry)),
      choice.path,
    );
    const { folderId, name: folderName } = folder;
    dispatch(requestFetch(folders, { title: choice.title, folderId, folderName }, chosen));
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFolderDown size={16} aria-hidden />}
      disabled={choice === undefined || !isKnown}
      onClick={() => void start()}
    >
      Download into a folder
    </Button>
  );
}
