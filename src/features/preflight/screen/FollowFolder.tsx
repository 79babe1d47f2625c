import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconFolderSearch } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import type { ExpectedSections } from '@data-manager/domain/follow/images';
import { shownName } from '@data-manager/domain/names/shownName';
import { usePorts } from '../../../platform/portsContext';
import { droppedFolder } from '../../../platform/reading/fileRegistry';
import { followRequested } from '../../../transfers/follows/followsSlice';
import type { Choice } from '../rows/choice';
import type { NamedFolders, ServerListing, UploadTarget } from '../rows/rows';

interface FollowFolderProps {
  readonly choice: Choice;
  readonly target: UploadTarget;
  /** The names of the datasets. */
  readonly folders: NamedFolders;
  /** The images that the dataset should have, if its metadata specifies them. */
  readonly expected: ExpectedSections | undefined;
  readonly listing: ServerListing;
  readonly onFollowed: () => void;
  /** Asks before a change of a sealed dataset. */
  readonly ask: (change: () => void) => void;
  /** Only the button, without its explanation beside it. */
  readonly isCompact: boolean;
}

/**
 * Follows a folder: the one that was dropped, or else one that the user chooses. Where the browser can't keep a folder open, says
 * what to do instead.
 */
export function FollowFolder({ choice, target, folders: named, ...props }: FollowFolderProps) {
  const { expected, listing, onFollowed, ask, isCompact } = props;
  const { folders } = usePorts();
  const dispatch = useDispatch();
  const textId = useId();
  const { rows, rule } = choice;
  const dropped = useMemo(() => droppedFolder(rows.map(({ file }) => file)), [rows]);
  if (!folders.areOffered()) {
    return isCompact ? null : (
      <Text size="xs" c="dimmed">
        This browser can’t follow a folder. Upload the folder again later, which leaves out the files on the server, or
        use Chrome or Edge.
      </Text>
    );
  }
  const { sponsorId, keyPrefix } = target;
  const title = keyPrefix.slice(keyPrefix.indexOf('/') + 1);
  const start = async () => {
    if (listing.status !== 'loaded') return;
    // First, since browsers open the picker only shortly after the click.
    const folder = dropped === undefined ? await folders.choose('read') : await folders.add(dropped);
    if (folder === undefined) return;
    const place = keyPrefix.includes('/') ? keyPrefix : `${keyPrefix}/${folder.name}`;
    const names = named.get(`${sponsorId}/${place}`)?.names;
    dispatch(
      followRequested({
        title,
        folderId: folder.folderId,
        folderName: folder.name,
        keyPrefix,
        onServer: listing.entries.map(({ key }) => key),
        ...(names !== undefined && { dataset: place.slice(place.indexOf('/') + 1), names }),
        ...(rule !== undefined && { rule }),
        ...(expected !== undefined && { expected }),
      }),
    );
    // Other files that are chosen can still be uploaded.
    if (dropped !== undefined || rows.length === 0) onFollowed();
  };
  const text = [
    dropped === undefined
      ? 'Choose a folder that a microscope writes into.'
      : `Follow ${shownName(dropped.name)} to upload it and the files added to it.`,
    `Its images are uploaded as soon as they are complete${rule === undefined ? '' : ', renamed by your rule'}. Keep this tab open.`,
  ].join(' ');
  const button = (
    <Button
      size="xs"
      variant={isCompact ? 'subtle' : 'default'}
      leftSection={<IconFolderSearch size={16} aria-hidden />}
      disabled={listing.status !== 'loaded' || choice.readings > 0}
      title={isCompact ? text : undefined}
      aria-describedby={textId}
      onClick={() => ask(() => void start())}
    >
      Follow this folder
    </Button>
  );
  if (isCompact) {
    return (
      <>
        {button}
        <VisuallyHidden id={textId}>{text}</VisuallyHidden>
      </>
    );
  }
  return (
    <Group gap="sm">
      {button}
      <Text size="xs" c="dimmed" id={textId} flex="1 1 16rem">
        {text}
      </Text>
    </Group>
  );
}
