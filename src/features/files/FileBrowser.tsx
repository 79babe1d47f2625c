import { Text } from '@mantine/core';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { isListingComplete, type FileListing, type ListingItem } from '@data-manager/domain/listing/fileListing';
import { viewFolder } from '@data-manager/domain/listing/folderView';
import { shownName } from '@data-manager/domain/names/shownName';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import { useListing } from '../../api/files';
import { queryErrorText } from '../../api/queryErrorText';
import { downloadRequested } from '../../transfers/downloads/downloadsSlice';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { NOTHING_SELECTED } from '../../ui/gridColumn';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { Slotted, type Slot } from '../../ui/Slotted';
import { useLater } from '../../ui/useLater';
import { useStable } from '../../ui/useStable';
import { DownloadBar } from './DownloadBar';
import { DownloadIntoFolder } from './DownloadIntoFolder';
import classes from './files.module.css';
import { downloadChoice, selectedItems } from './fileSelection';
import { FileTable, type FileListProps } from './FileTable';
import { FolderTrail } from './FolderLink';
import { useOpenFolder } from './useOpenFolder';

const NO_FOLDERS: readonly string[] = [];

interface FileBrowserProps extends FileListProps {
  readonly rootTitle: string;
  /** Direct subfolders of the root that are no rows. A search or a filter finds their files. */
  readonly foldersShownElsewhere?: readonly string[];
  /** Emphasizes the button `Download`, if the list has any files. */
  readonly isDownloadPrimary?: boolean;
  /** Where the download and upload buttons are shown, if not above the list. */
  readonly actionsSlot?: Slot;
  /** Shown if there are no files at all. */
  readonly emptyHint?: string;
  /** Replaces the message that there are no files. */
  readonly emptyState?: ReactNode;
}

/** The files and folders below a path, with selection and download. */
export function FileBrowser({ foldersShownElsewhere = NO_FOLDERS, emptyHint, emptyState, ...props }: FileBrowserProps) {
  const { listing: latest, ...loading } = useListing(props.rootPath);
  const listing = useShownListing(latest, props.rootPath);
  const folder = useOpenFolder(listing, props.rootPath);
  const hasNextPage = listing === undefined || !isListingComplete(listing);
  // Made here, because the open folder is rendered for every keystroke, and its table only for what it shows.
  const empty = hasNextPage ? (
    // Another element than the message of the complete list, at the same height. Its words differ and are centred, so they begin
    // elsewhere, which the browser would count as a shift although nothing jumps.
    <EmptyState key="partial" title="No files so far" hint={emptyHint} />
  ) : folder === '' ? (
    (emptyState ?? <EmptyState title="No files yet" hint={emptyHint} />)
  ) : (
    <EmptyState title="This folder is empty" />
  );
  return (
    <div className={classes.browser} data-fills={props.fills}>
      <OpenFolder
        // A selection belongs to the folder in which it was made.
        key={`${props.rootPath}/${folder}`}
        {...props}
        listing={listing}
        state={<ListingState listing={{ listing, ...loading }} />}
        progress={listing !== undefined && loading.isFetching && <ListingProgress count={loading.loadedCount} />}
        folder={folder}
        hasNextPage={hasNextPage}
        foldersShownElsewhere={foldersShownElsewhere}
        empty={empty}
      />
    </div>
  );
}

/**
 * Returns the listing whose files are shown. A growing one is shown at once, since the next page would start an interrupted
 * render again. A complete one is shown in a transition, which takes short tasks and precedes what is deferred: the
 * completeness and the preview.
 */
function useShownListing(listing: FileListing | undefined, path: string): FileListing | undefined {
  const shown = useLater(listing);
  const shownPath = useLater(path);
  if (listing === undefined || !isListingComplete(listing)) return listing;
  return shownPath === path ? shown : undefined;
}

/** Below the list, which moves nothing when the last page arrives. */
function ListingProgress({ count }: { readonly count: number }) {
  return (
    <Text size="xs" c="dimmed" role="status" className={classes.state ?? ''}>
      {`${counted(count, 'file')} loaded… Search and filters cover these files; sorting starts once all are loaded.`}
    </Text>
  );
}

/** Shows the placeholder of a listing before its first page, or the error that stopped it. */
function ListingState({
  listing: { listing, loadedCount, isComplete, isFetching, error, retry },
}: {
  readonly listing: ReturnType<typeof useListing>;
}) {
  if (listing === undefined) {
    if (isFetching || isComplete) return <SkeletonRows />;
    return <ErrorState title="The files could not be loaded" reason={queryErrorText(error)} onRetry={retry} />;
  }
  if (isComplete || isFetching) return null;
  const reason = queryErrorText(error);
  return (
    <ErrorState
      title={`The remaining files could not be loaded (${counted(loadedCount, 'file')} loaded)`}
      reason={`${reason}${reason.endsWith('.') ? '' : '.'} The list below is incomplete.`}
      onRetry={retry}
    />
  );
}

interface OpenFolderProps extends Omit<FileBrowserProps, 'foldersShownElsewhere' | 'emptyHint' | 'emptyState'> {
  /** Undefined until the first page is loaded. */
  readonly listing: FileListing | undefined;
  /** What is shown before the first page, or of an error. */
  readonly state: ReactNode;
  /** How much of the listing is loaded. */
  readonly progress: ReactNode;
  /** Path relative to the root, without slashes at either end. Empty for the root. */
  readonly folder: string;
  /** True if more files are loading. */
  readonly hasNextPage: boolean;
  readonly foldersShownElsewhere: readonly string[];
  /** Shown if the folder is empty. */
  readonly empty: ReactNode;
}

function OpenFolder(props: OpenFolderProps) {
  const { listing, state, progress, rootTitle, folder, foldersShownElsewhere, ...others } = props;
  const { actionsSlot, isDownloadPrimary = false, ...list } = others;
  const { rootPath, hasNextPage, renderUpload } = list;
  const dispatch = useDispatch();
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [narrowed, setNarrowed] = useState<readonly ListingItem[]>();
  const path = folder === '' ? rootPath : `${rootPath}/${folder}`;
  const title = folder === '' ? rootTitle : lastSegment(folder);

  const excluded = useStable(
    path === rootPath ? foldersShownElsewhere.map((one) => `${path}/${one}`) : NO_FOLDERS,
    JSON.stringify,
  );
  const view = useMemo(() => listing && viewFolder(listing, path, excluded), [listing, path, excluded]);
  // Draws the checkmarks before it adds up a selection of a hundred thousand rows.
  const deferredSelection = useDeferredValue(selection);
  const selected = useMemo(
    () => (view === undefined ? [] : selectedItems(view, deferredSelection)),
    [view, deferredSelection],
  );
  // As well as the files that a search finds. Without a search, nothing has to be added up.
  const found = useDeferredValue(narrowed);
  const shown = narrowed && found;
  const choice = useMemo(
    () => view && downloadChoice(view, selected, shown, { path, title, hasNextPage }),
    [view, selected, shown, path, title, hasNextPage],
  );
  /** Returns the choice to download. The shown one may still belong to the previous selection or search. */
  const latestChoice = () =>
    view && downloadChoice(view, selectedItems(view, selection), narrowed, { path, title, hasNextPage });
  const download = (downsampled: boolean): void => {
    const latest = latestChoice();
    if (latest !== undefined) dispatch(downloadRequested({ path: latest.path, title: latest.title, downsampled }));
  };
  const isEmpty = folder === '' && view !== undefined && !hasNextPage && view.sum.fileCount === 0;
  return (
    <>
      <Slotted slot={actionsSlot}>
        <DownloadBar
          choice={choice}
          isEmpty={isEmpty}
          scope={selected.length > 0 ? 'selected' : shown === undefined ? 'all' : 'shown'}
          hasNextPage={hasNextPage}
          isPrimary={isDownloadPrimary && (view?.folders ?? []).length + (view?.files ?? []).length > 0}
          onDownload={download}
          intoFolder={<DownloadIntoFolder listing={listing} choice={choice} latestChoice={latestChoice} />}
        >
          {renderUpload?.({ isPrimary: isEmpty })}
        </DownloadBar>
      </Slotted>
      <FolderTrail rootTitle={rootTitle} folder={folder} />
      {state}
      {view !== undefined && (
        <FileTable
          {...list}
          label={`Files of ${shownName(folder === '' ? rootTitle : folder)}`}
          path={path}
          view={view}
          selected={selected}
          selection={selection}
          onSelectionChange={setSelection}
          onNarrowed={setNarrowed}
        />
      )}
      {progress}
    </>
  );
}
