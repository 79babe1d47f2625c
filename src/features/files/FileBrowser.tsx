import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useListing } from '../../api/files';
import { isListingComplete, type FileListing } from '../../domain/listing/fileListing';
import { viewFolder, type FolderView } from '../../domain/listing/folderView';
import { shownName } from '../../domain/names/shownName';
import { formatBytes } from '../../lib/formatBytes';
import type { InPieces } from '../../lib/inPieces';
import { counted } from '../../lib/plural';
import { downloadRequested } from '../../transfers/downloads/downloadsSlice';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState, queryErrorText } from '../../ui/ErrorState';
import type { GridSelection } from '../../ui/gridColumn';
import { Name } from '../../ui/Name';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { useInSlices } from '../../ui/useInSlices';
import type { RenderThumbnail } from './fileColumns';
import { downloadChoice, selectedItems, type DownloadChoice } from './fileSelection';
import { FileTable } from './FileTable';
import { FolderTrail } from './FolderLink';
import { useListQuery } from './useListQuery';

const NO_FOLDERS: readonly string[] = [];

interface FileBrowserProps {
  /** `sponsor/project[/dataset]`. */
  readonly rootPath: string;
  readonly rootTitle: string;
  /** True for the main list of the screen. */
  readonly isMain: boolean;
  /** Direct subfolders of the root to leave out. Must be stable between renders. */
  readonly foldersShownElsewhere?: readonly string[];
  /** Must be stable between renders. */
  readonly renderThumbnail: RenderThumbnail;
  /** The upload button, shown beside `Download` or in the middle of an empty list. Must be stable between renders. */
  readonly upload?: ReactNode;
  /** Further buttons below `Download`. */
  readonly actions?: ReactNode;
  /** Shown if there are no files at all. */
  readonly emptyHint?: string;
}

/** The files and folders below a path, with selection and download. */
export function FileBrowser({ foldersShownElsewhere = NO_FOLDERS, emptyHint, ...props }: FileBrowserProps) {
  const { folder } = useListQuery().query;
  const listing = useListing(props.rootPath);
  return (
    <Stack gap="sm">
      <OpenFolder
        // A selection belongs to the folder in which it was made.
        key={`${props.rootPath}/${folder}`}
        {...props}
        listing={listing.listing}
        state={<ListingState listing={listing} />}
        folder={folder}
        foldersShownElsewhere={foldersShownElsewhere}
        emptyHint={emptyHint}
      />
    </Stack>
  );
}

/** Shows the loading progress of a listing, or the error that stopped it. */
function ListingState({
  listing: { listing, loadedCount, isComplete, isFetching, error, retry },
}: {
  readonly listing: ReturnType<typeof useListing>;
}) {
  if (isComplete) return null;
  if (listing === undefined) {
    if (isFetching) return <SkeletonRows />;
    return <ErrorState title="The files could not be loaded" reason={queryErrorText(error)} onRetry={retry} />;
  }
  if (isFetching) {
    return (
      <Text size="sm" role="status">
        {`${counted(loadedCount, 'file')} loaded… Search and filters cover these files; sorting starts once all are loaded.`}
      </Text>
    );
  }
  const reason = queryErrorText(error);
  return (
    <ErrorState
      title={`The remaining files could not be loaded (${counted(loadedCount, 'file')} loaded)`}
      reason={`${reason}${reason.endsWith('.') ? '' : '.'} The list below is incomplete.`}
      onRetry={retry}
    />
  );
}

interface OpenFolderProps extends Omit<FileBrowserProps, 'foldersShownElsewhere' | 'emptyHint'> {
  /** Undefined until the first page is loaded. */
  readonly listing: FileListing | undefined;
  /** The loading state of the listing. */
  readonly state: ReactNode;
  /** Path relative to the root, without slashes at either end. Empty for the root. */
  readonly folder: string;
  readonly foldersShownElsewhere: readonly string[];
  readonly emptyHint: string | undefined;
}

function OpenFolder(props: OpenFolderProps) {
  const { listing, state, rootPath, rootTitle, folder, foldersShownElsewhere, renderThumbnail } = props;
  const { upload, actions, emptyHint } = props;
  const dispatch = useDispatch();
  const [selection, setSelection] = useState<GridSelection>({});
  const path = folder === '' ? rootPath : `${rootPath}/${folder}`;
  const title = folder === '' ? rootTitle : (folder.split('/').at(-1) ?? folder);
  const hasNextPage = listing === undefined || !isListingComplete(listing);

  const excluded = useMemo(
    () => (path === rootPath ? foldersShownElsewhere.map((one) => `${path}/${one}`) : NO_FOLDERS),
    [path, rootPath, foldersShownElsewhere],
  );
  const begin = useCallback(() => viewListing(listing, path, excluded), [listing, path, excluded]);
  const view = useInSlices(begin).result?.view;
  // Draws the checkmarks before it adds up a selection of a hundred thousand rows.
  const deferredSelection = useDeferredValue(selection);
  const selected = useMemo(
    () => (view === undefined ? [] : selectedItems(view, deferredSelection)),
    [view, deferredSelection],
  );
  const choice = useMemo(
    () => view && downloadChoice(view, selected, { path, title, hasNextPage }),
    [view, selected, path, title, hasNextPage],
  );
  const download = (downsampled: boolean): void => {
    // Not the choice that is shown, which may still belong to the previous selection.
    const latest = view && downloadChoice(view, selectedItems(view, selection), { path, title, hasNextPage });
    if (latest !== undefined) dispatch(downloadRequested({ path: latest.path, title: latest.title, downsampled }));
  };
  const empty = useMemo(
    () =>
      folder === '' ? (
        <EmptyState title="No files yet" hint={emptyHint} action={upload} />
      ) : (
        <EmptyState title="This folder is empty" />
      ),
    [folder, emptyHint, upload],
  );
  // The empty state contains the upload button already.
  const isEmpty = folder === '' && view !== undefined && view.folders.length + view.files.length === 0;
  return (
    <>
      <DownloadBar choice={choice} isSelection={selected.length > 1} hasNextPage={hasNextPage} onDownload={download}>
        {!isEmpty && upload}
      </DownloadBar>
      {actions !== undefined && actions !== false && <Group gap="xs">{actions}</Group>}
      <FolderTrail rootTitle={rootTitle} folder={folder} />
      {state}
      {listing !== undefined && view === undefined && <SkeletonRows />}
      {view !== undefined && (
        <FileTable
          label={`Files of ${shownName(folder === '' ? rootTitle : folder)}`}
          isMain={props.isMain}
          rootPath={rootPath}
          path={path}
          view={view}
          hasNextPage={hasNextPage}
          selected={selected}
          selection={selection}
          onSelectionChange={setSelection}
          renderThumbnail={renderThumbnail}
          empty={empty}
        />
      )}
    </>
  );
}

function* viewListing(
  listing: FileListing | undefined,
  path: string,
  excluded: readonly string[],
): InPieces<{ readonly view?: FolderView }> {
  return listing === undefined ? {} : { view: yield* viewFolder(listing, path, excluded) };
}

interface DownloadBarProps {
  /** Undefined if there is nothing to download. */
  readonly choice: DownloadChoice | undefined;
  /** True if several items are selected, so that the title is a count rather than a name. */
  readonly isSelection: boolean;
  /** True if the totals are incomplete. The server includes files that are not listed yet. */
  readonly hasNextPage: boolean;
  readonly onDownload: (downsampled: boolean) => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The `Download` button, a summary of what it downloads, and further buttons. */
function DownloadBar({ choice, isSelection, hasNextPage, onDownload, children }: DownloadBarProps) {
  const [downsampled, setDownsampled] = useState(false);
  return (
    <Group gap="xs">
      <Button
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={choice === undefined}
        onClick={() => onDownload(downsampled)}
      >
        Download
      </Button>
      <Switch
        size="xs"
        label="Downsampled only"
        checked={downsampled}
        onChange={(event) => setDownsampled(event.currentTarget.checked)}
      />
      {children}
      {choice !== undefined && (
        <Text size="xs" c="dimmed">
          {isSelection ? (
            `${choice.title} selected (${formatBytes(choice.size)})`
          ) : (
            <>
              <Name>{choice.title}</Name>
              {`: ${counted(choice.fileCount, 'file')}, ${formatBytes(choice.size)}${hasNextPage ? ' so far' : ''}`}
            </>
          )}
        </Text>
      )}
    </Group>
  );
}
