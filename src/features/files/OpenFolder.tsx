import { Group } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { isListingComplete, type FileListing } from '../../domain/listing/fileListing';
import { viewFolder, type FolderView } from '../../domain/listing/folderView';
import { shownName } from '../../domain/names/shownName';
import type { InPieces } from '../../lib/inPieces';
import { EmptyState } from '../../ui/EmptyState';
import type { GridSelection } from '../../ui/gridColumn';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { useInSlices } from '../../ui/useInSlices';
import { DownloadBar } from './DownloadBar';
import type { RenderThumbnail } from './fileColumns';
import { downloadChoice, selectedItems } from './fileSelection';
import { FileTable } from './FileTable';
import { FolderTrail } from './FolderTrail';

const NONE: readonly string[] = [];

interface OpenFolderProps {
  /** Undefined before its first page. */
  readonly listing: FileListing | undefined;
  /** How far the listing has come. */
  readonly state: ReactNode;
  readonly rootPath: string;
  readonly rootTitle: string;
  /** Below the root, without slashes at its ends; empty for the root. */
  readonly folder: string;
  readonly isMain: boolean;
  readonly foldersShownElsewhere: readonly string[];
  readonly renderThumbnail: RenderThumbnail;
  readonly upload?: ReactNode;
  readonly actions?: ReactNode;
  readonly emptyHint: string | undefined;
}

/** The folder that is open, with what can be done with what is chosen in it. */
export function OpenFolder(props: OpenFolderProps) {
  const { listing, state, rootPath, rootTitle, folder, foldersShownElsewhere, renderThumbnail } = props;
  const { upload, actions, emptyHint } = props;
  const [selection, setSelection] = useState<GridSelection>({});
  const path = folder === '' ? rootPath : `${rootPath}/${folder}`;
  const title = folder === '' ? rootTitle : (folder.split('/').at(-1) ?? folder);
  const isPartial = listing === undefined || !isListingComplete(listing);

  const hidden = useMemo(
    () => (path === rootPath ? foldersShownElsewhere.map((one) => `${path}/${one}`) : NONE),
    [path, rootPath, foldersShownElsewhere],
  );
  const begin = useCallback(() => viewListed(listing, path, hidden), [listing, path, hidden]);
  const view = useInSlices(begin).result?.view;
  // With a hundred thousand chosen, the marks are drawn before anything is counted.
  const counted = useDeferredValue(selection);
  const selected = useMemo(() => (view === undefined ? [] : selectedItems(view, counted)), [view, counted]);
  const choice = useMemo(
    () => view && downloadChoice(view, selected, { path, title, isPartial }),
    [view, selected, path, title, isPartial],
  );
  const empty = useMemo(
    () =>
      folder === '' ? (
        <EmptyState title="No files yet" hint={emptyHint} action={upload} />
      ) : (
        <EmptyState title="This folder is empty" />
      ),
    [folder, emptyHint, upload],
  );
  // Where there is nothing, the button stands in the middle of it.
  const isEmpty = folder === '' && view !== undefined && view.folders.length + view.files.length === 0;
  return (
    <>
      <DownloadBar choice={choice} isPartial={isPartial}>
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
          isPartial={isPartial}
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

function* viewListed(
  listing: FileListing | undefined,
  path: string,
  hidden: readonly string[],
): InPieces<{ readonly view?: FolderView }> {
  return listing === undefined ? {} : { view: yield* viewFolder(listing, path, hidden) };
}
