import { Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { useFeature } from '../../api/configuration';
import { usePorts } from '../../platform/portsContext';
import { planFetch } from '../../transfers/fetches/requestedFiles';
import { useReplaceQuestion } from '../../widgets/useReplaceQuestion';
import { CountButton } from './CountButton';

interface FetchServerFilesProps {
  /** The files that are only on the server. */
  readonly rows: readonly ComparedFile[];
  /** The compared path. */
  readonly path: string;
}

/** Downloads files into a folder that the user chooses. Where the server or the browser can't, says what to do instead. */
export function FetchServerFiles({ rows, path }: FetchServerFilesProps) {
  const dispatch = useDispatch();
  const { folders } = usePorts();
  const { ask, dialog } = useReplaceQuestion();
  const hasUrls = useFeature('files.urls');
  if (!hasUrls || !folders.areOffered()) {
    return (
      <Text size="xs" c="dimmed">
        {hasUrls
          ? 'This browser can’t download files into a folder. Select them in the dataset and download an archive, or use Chrome or Edge.'
          : 'This server can’t send single files into a folder. Select them in the dataset and download an archive.'}
      </Text>
    );
  }
  const start = async () => {
    // The compared folder was chosen with read access only, so the user has to choose it again.
    const folder = await folders.choose();
    if (folder === undefined) return;
    const title = lastSegment(path);
    const files = rows.flatMap(({ server }) => server ?? []);
    const request = { title, folderId: folder.folderId, folderName: folder.name };
    const command = await planFetch(folders, request, { files, prefix: `${path}/` }, ask);
    if (command !== undefined) dispatch(command);
  };
  return (
    <>
      <CountButton label="Fetch missing" count={rows.length} where="only on the server" onClick={() => void start()} />
      {dialog}
    </>
  );
}
