import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useListing } from '../../api/files';
import type { RenderThumbnail } from './fileColumns';
import { ListingState } from './ListingState';
import { OpenFolder } from './OpenFolder';
import { useListQuery } from './useListQuery';

const NO_FOLDERS: readonly string[] = [];

interface FileBrowserProps {
  /** `sponsor/project[/dataset]`. */
  readonly rootPath: string;
  readonly rootTitle: string;
  /** It is the screen's main list. */
  readonly isMain: boolean;
  /** Top folders that the screen shows in another way. Stable between renders. */
  readonly foldersShownElsewhere?: readonly string[];
  /** Stable between renders. */
  readonly renderThumbnail: RenderThumbnail;
  /** The button that leads to an upload: beside `Download`, or in the middle of an empty list. Stable between renders. */
  readonly upload?: ReactNode;
  /** Further buttons, below `Download`. */
  readonly actions?: ReactNode;
  /** What a person can do while there is no file at all. */
  readonly emptyHint?: string;
}

/** Everything below a path: folders that open, files that can be chosen, and the download of them. */
export function FileBrowser({ foldersShownElsewhere = NO_FOLDERS, emptyHint, ...props }: FileBrowserProps) {
  const { folder } = useListQuery().query;
  const listing = useListing(props.rootPath);
  return (
    <Stack gap="sm">
      <OpenFolder
        // A choice belongs to the folder in which it was made.
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
