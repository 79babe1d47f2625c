import { Button, Group, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { formatBytes } from '../../lib/formatBytes';
import { counted } from '../../lib/plural';
import { downloadRequested } from '../../transfers/downloads/downloadsSlice';
import { Name } from '../../ui/Name';
import type { DownloadChoice } from './fileSelection';

interface DownloadBarProps {
  /** What would be fetched; undefined while there is nothing to fetch. */
  readonly choice: DownloadChoice | undefined;
  /** Some files are not listed yet: the server fetches them all the same, but nobody can count them. */
  readonly isPartial: boolean;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** `Download` with what it would fetch, and the screen's other actions beside it. */
export function DownloadBar({ choice, isPartial, children }: DownloadBarProps) {
  const dispatch = useDispatch();
  const [downsampled, setDownsampled] = useState(false);
  return (
    <Group gap="xs">
      <Button
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={choice === undefined}
        onClick={() => {
          if (choice === undefined) return;
          dispatch(downloadRequested({ path: choice.path, title: choice.title, downsampled }));
        }}
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
          <Name>{choice.title}</Name>
          {`: ${counted(choice.fileCount, 'file')}, ${formatBytes(choice.size)}${isPartial ? ' so far' : ''}`}
        </Text>
      )}
    </Group>
  );
}
