import { Box, Button, Group, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { shownName } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { counted } from '@data-manager/lib/plural';
import classes from './files.module.css';
import type { DownloadChoice } from './fileSelection';

interface DownloadBarProps {
  /** Undefined if there is nothing to download. */
  readonly choice: DownloadChoice | undefined;
  /** True if there are no files at all: only the further buttons are shown. */
  readonly isEmpty: boolean;
  /** Which items are downloaded: the selected items, the items that match the search and filters, or all. */
  readonly scope: 'selected' | 'shown' | 'all';
  /** True if the totals are incomplete. The server includes files that are not listed yet. */
  readonly hasNextPage: boolean;
  /** Emphasizes the button. */
  readonly isPrimary: boolean;
  readonly onDownload: (downsampled: boolean) => void;
  /** The button that downloads the same files into a folder. */
  readonly intoFolder: ReactNode;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The `Download` button, a summary of what it downloads, and further buttons. */
export function DownloadBar({
  choice,
  isEmpty,
  scope,
  hasNextPage,
  isPrimary,
  onDownload,
  intoFolder,
  children,
}: DownloadBarProps) {
  const [downsampled, setDownsampled] = useState(false);
  const id = useId();
  if (isEmpty) return <Group className={classes.download ?? ''}>{children}</Group>;
  return (
    <Group gap="xs" className={classes.download ?? ''}>
      <Switch
        size="xs"
        label="Downsampled only"
        checked={downsampled}
        onChange={(event) => setDownsampled(event.currentTarget.checked)}
      />
      {children}
      <Button
        size="xs"
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={choice === undefined}
        aria-describedby={`${id}-what`}
        onClick={() => onDownload(downsampled)}
      >
        Download
      </Button>
      {/* Files are never downsampled when they are saved into a folder. The button keeps its space, so that nothing moves. */}
      <div className={classes.intoFolder} style={{ visibility: downsampled ? 'hidden' : 'visible' }}>
        {intoFolder}
      </div>
      <Text size="xs" c="dimmed" id={`${id}-what`} className={classes.what ?? ''}>
        {choice !== undefined && (
          <ChoiceText choice={choice} scope={scope} hasNextPage={hasNextPage} downsampled={downsampled} />
        )}
      </Text>
    </Group>
  );
}

interface ChoiceTextProps extends Pick<DownloadBarProps, 'scope' | 'hasNextPage'> {
  readonly choice: DownloadChoice;
  readonly downsampled: boolean;
}

/** The size of downsampled images is not known before their archive is prepared. */
function ChoiceText({ choice, scope, hasNextPage, downsampled }: ChoiceTextProps) {
  const { path, title, fileCount, size } = choice;
  const sizeText = downsampled ? '' : formatBytes(size);
  const inBrackets = sizeText === '' ? '' : ` (${sizeText})`;
  if (scope === 'shown') return <span>{`${counted(fileCount, 'file')} shown${inBrackets}`}</span>;
  if (Array.isArray(path)) return <span>{`${counted(fileCount, 'file')} selected${inBrackets}`}</span>;
  return (
    <>
      {/* Its direction is that of the name, so that a long one loses its end. */}
      <Text component="bdi" inherit truncate miw={0} translate="no">
        {shownName(title)}
      </Text>
      <Box component="span" flex="none">
        {`: ${[counted(fileCount, 'file'), sizeText].filter((text) => text !== '').join(', ')}${hasNextPage ? ' so far' : ''}`}
      </Box>
    </>
  );
}
