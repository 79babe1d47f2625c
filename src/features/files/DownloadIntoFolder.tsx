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
import { useFetchSeal } from '../../api/seals';
import { usePorts } from '../../platform/portsContext';
import { planFetch } from '../../transfers/fetches/requestedFiles';
import { useReplaceQuestion } from '../../widgets/useReplaceQuestion';
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
  const { ask, dialog } = useReplaceQuestion();
  const fetchSeal = useFetchSeal();
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
    // A seal covers the whole dataset: `sponsor/project/dataset`.
    const whole = typeof latest.path === 'string' && latest.path.split('/').length === 3 ? latest.path : undefined;
    const { datasetHash: sealed } = (await fetchSeal(whole === undefined ? [] : [whole])) ?? {};
    const request = { title: latest.title, folderId, folderName, ...(sealed !== undefined && { sealed }) };
    const command = await planFetch(folders, request, { ...chosen, sealed: sealed && whole }, ask);
    if (command !== undefined) dispatch(command);
  };
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconFolderDown size={16} aria-hidden />}
        disabled={choice === undefined || !isListed(choice, listing)}
        onClick={() => void start()}
      >
        Download into a folder
      </Button>
      {dialog}
    </>
  );
}

/** Returns false for a folder whose files are still loading. */
function isListed({ path }: DownloadChoice, listing: FileListing | undefined): listing is FileListing {
  return listing !== undefined && (isListingComplete(listing) || Array.isArray(path));
}
