import { Button, Text } from '@mantine/core';
import { IconFolderDown } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import {
  isFolderMarker,
  isListingComplete,
  listedEntries,
  type FileListing,
} from '@data-manager/domain/listing/fileListing';
import { useFeature } from '../../api/configuration';
import { usePorts } from '../../platform/portsContext';
import { requestFetch } from '../../transfers/fetches/requestedFiles';
import { filesOfChoice, type DownloadChoice } from './fileSelection';

interface DownloadIntoFolderProps {
  /** Undefined until the first page is loaded. */
  readonly listing: FileListing | undefined;
  /** The shown selection, which may lag behind; undefined if there is nothing to download. */
  readonly choice: DownloadChoice | undefined;
  /** Returns the selection to download. */
  readonly latestChoice: () => DownloadChoice | undefined;
}

/**
 * Downloads files into a folder that the user chooses. Rendered only where the server supports it. Where the browser does not, says
 * what to do instead.
 */
export function DownloadIntoFolder({ listing, choice, latestChoice }: DownloadIntoFolderProps) {
  const dispatch = useDispatch();
  const { folders } = usePorts();
  const hasUrls = useFeature('files.urls');
  const hasChecksums = useFeature('files.etag');
  if (!hasUrls || !hasChecksums) return null;
  if (!folders.areOffered()) {
    return (
      <Text size="xs" c="dimmed">
        This browser can’t download into a folder. Download an archive, or use Chrome or Edge.
      </Text>
    );
  }
  const start = async () => {
    const latest = latestChoice();
    if (latest === undefined || !isListed(latest, listing)) return;
    // First, since browsers open the picker only shortly after the click.
    const folder = await folders.choose();
    if (folder === undefined) return;
    const chosen = filesOfChoice(
      listedEntries(listing).filter((entry) => !isFolderMarker(entry)),
      latest.path,
    );
    const { folderId, name: folderName } = folder;
    dispatch(requestFetch(folders, { title: latest.title, folderId, folderName }, chosen));
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFolderDown size={16} aria-hidden />}
      disabled={choice === undefined || !isListed(choice, listing)}
      onClick={() => void start()}
    >
      Download into a folder
    </Button>
  );
}

/** Returns false for a folder whose files are still loading. */
function isListed({ path }: DownloadChoice, listing: FileListing | undefined): listing is FileListing {
  return listing !== undefined && (isListingComplete(listing) || Array.isArray(path));
}
