import { Stack } from '@mantine/core';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useListFilesQuery } from '../../api/files';
import { filesInside, listFolder, type FileEntry } from '../../domain/fileListing';
import { writeListQuery } from '../../domain/listQuery';
import { shownName } from '../../domain/shownName';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import type { GridSelection } from '../../ui/gridColumn';
import { queryErrorWords } from '../../ui/queryErrorWords';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { DownloadBar } from './DownloadBar';
import type { RenderThumbnail } from './fileColumns';
import { downloadChoice, selectedItems } from './fileSelection';
import { FileTable } from './FileTable';
import { FolderTrail } from './FolderTrail';
import { useListQuery } from './useListQuery';

const NO_ENTRIES: readonly FileEntry[] = [];
const NO_FOLDERS: readonly string[] = [];

interface FileBrowserProps {
  /** `sponsor/project[/dataset]`. */
  readonly rootPath: string;
  readonly rootTitle: string;
  /** Top folders that the screen shows in another way. Stable between renders. */
  readonly foldersShownElsewhere?: readonly string[];
  /** Stable between renders. */
  readonly renderThumbnail: RenderThumbnail;
  /** Further buttons beside `Download`. */
  readonly actions?: ReactNode;
  /** What a person can do while there is no file at all. */
  readonly emptyHint?: string;
}

/** Everything below a path: folders that open, files that can be chosen, and the download of them. */
export function FileBrowser(props: FileBrowserProps) {
  const { folder } = useListQuery().query;
  // A choice belongs to the folder in which it was made.
  return <OpenFolder key={`${props.rootPath}/${folder}`} {...props} folder={folder} />;
}

function OpenFolder({
  rootPath,
  rootTitle,
  folder,
  foldersShownElsewhere = NO_FOLDERS,
  renderThumbnail,
  actions,
  emptyHint,
}: FileBrowserProps & { readonly folder: string }) {
  const { currentData, error, isLoading, isFetching, refetch } = useListFilesQuery(rootPath);
  const [selection, setSelection] = useState<GridSelection>({});
  const entries = currentData ?? NO_ENTRIES;
  const path = folder === '' ? rootPath : `${rootPath}/${folder}`;

  const hidden = useMemo(
    () => (path === rootPath ? foldersShownElsewhere.map((title) => `${path}/${title}`) : NO_FOLDERS),
    [path, rootPath, foldersShownElsewhere],
  );
  const items = useMemo(
    () => listFolder(entries, path).filter((item) => !(item.isFolder && hidden.includes(item.path))),
    [entries, path, hidden],
  );
  const files = useMemo(() => filesInside(entries, path, hidden), [entries, path, hidden]);
  const selected = useMemo(() => selectedItems(items, files, selection), [items, files, selection]);
  const choice = useMemo(
    () =>
      downloadChoice(entries, selected, {
        path,
        title: folder === '' ? rootTitle : (folder.split('/').at(-1) ?? folder),
      }),
    [entries, selected, path, folder, rootTitle],
  );
  const toFolder = useCallback((full: string) => folderAddress(full.slice(rootPath.length + 1)), [rootPath]);
  const empty = useMemo(
    () =>
      folder === '' ? (
        <EmptyState title="No files here yet" hint={emptyHint} />
      ) : (
        <EmptyState title="This folder is empty" />
      ),
    [folder, emptyHint],
  );

  return (
    <Stack gap="sm">
      <DownloadBar choice={choice}>{actions}</DownloadBar>
      <FolderTrail rootTitle={rootTitle} folder={folder} toFolder={folderAddress} />
      {currentData === undefined && (isLoading || isFetching) && <SkeletonRows />}
      {currentData === undefined && !isLoading && !isFetching && (
        <ErrorState
          title="The files could not be loaded"
          reason={queryErrorWords(error)}
          onRetry={() => void refetch()}
        />
      )}
      {currentData !== undefined && (
        <FileTable
          label={`Files of ${shownName(folder === '' ? rootTitle : folder)}`}
          path={path}
          items={items}
          filesInside={files}
          selected={selected}
          selection={selection}
          onSelectionChange={setSelection}
          renderThumbnail={renderThumbnail}
          toFolder={toFolder}
          empty={empty}
        />
      )}
    </Stack>
  );
}

function folderAddress(folder: string): string {
  return `?${writeListQuery({ folder }).toString()}`;
}
