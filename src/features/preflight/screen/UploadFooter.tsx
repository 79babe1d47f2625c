import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { totalBytes } from '@data-manager/domain/listing/fileListing';
import { blocks, type RowKind } from '@data-manager/domain/preflight/rowKinds';
import type { FolderForecast } from '@data-manager/domain/uploads/uploadForecast';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import classes from '../preflight.module.css';
import type { Choice } from '../rows/choice';
import { DECISIONS, type ChosenRow } from '../rows/rows';
import type { UploadScreenState } from './useUploadScreen';

type UploadFooterProps = Pick<
  UploadScreenState,
  'choice' | 'keyed' | 'sending' | 'forecasts' | 'isChecked' | 'isPending' | 'upload'
>;

/** What will be sent, what stays incomplete, and the button that sends it: always visible. */
export function UploadFooter(props: UploadFooterProps) {
  const { choice, keyed, sending, forecasts, isChecked, isPending, upload } = props;
  const reasonId = useId();
  const isEmpty = keyed.length === 0;
  const isBlocked = isPending || sending.length === 0 || sending.some((row) => row.problem !== undefined);
  return (
    <Flex
      className={classes.footer}
      direction={{ base: 'column', xs: 'row' }}
      align={{ base: 'stretch', xs: 'center' }}
      gap="0.25rem 1rem"
      mih={56}
      py="xs"
    >
      {/* The lines are there before their texts, so that nothing moves. */}
      <Box flex={{ base: 'none', xs: '1 1 12rem' }} miw={0}>
        <Text size="sm" role="status" mih={{ base: '2lh', xs: '1lh' }}>
          {summaryText(isEmpty ? undefined : isChecked ? sending : keyed, keyed.length, choice)}
        </Text>
        <Text size="xs" c="dimmed" mih="1lh">
          {!isBlocked && remainsText(forecasts)}
        </Text>
      </Box>
      <Group wrap="nowrap" gap="sm" w={{ base: 'auto', xs: '24rem' }} maw="100%">
        <Text size="xs" c="dimmed" id={reasonId} flex={1} miw={0} mih="2lh">
          {isBlocked && blockedText(props)}
        </Text>
        <Button
          variant="filled"
          size="sm"
          flex="none"
          disabled={isBlocked}
          onClick={upload}
          aria-describedby={reasonId}
        >
          Upload
        </Button>
      </Group>
    </Flex>
  );
}

/**
 * Explains why nothing can be uploaded yet: `Fix or leave out 3 files, leave out or replace 1,173`. A file with several tasks counts for
 * each of them, as on the cards.
 */
function blockedText({ choice, keyed, sending, isPending }: UploadFooterProps): string {
  if (keyed.length === 0 && choice.readings === 0) return 'Choose files first';
  if (isPending) return 'Checking the files…';
  if (sending.length === 0) return 'Nothing to upload: all files are left out';
  const countWith = (isCounted: (kind: RowKind) => boolean) =>
    sending.filter(({ kinds }) => kinds.some(isCounted)).length;
  const tasks = [
    ['Fix or leave out', countWith((kind) => blocks(kind) && DECISIONS[kind] === undefined)] as const,
    ...Object.entries(DECISIONS).map(([kind, task]) => [task, countWith((one) => one === kind)] as const),
  ].filter(([, files]) => files > 0);
  const [task, ...others] = tasks;
  if (task === undefined) return '';
  const first = `${task[0]} ${counted(task[1], 'file')}`;
  if (others.length === 0) return `${first} first`;
  return [first, ...others.map(([other, files]) => `${other.toLowerCase()} ${formatCount(files)}`)].join(', ');
}

/** Says what the datasets lack after the upload; empty if that is unknown. */
function remainsText(forecasts: readonly FolderForecast[]): string {
  const planned = forecasts.filter(({ isPlanned }) => isPlanned);
  if (planned.length === 0) return '';
  const missing = planned.reduce((sum, { completeness }) => sum + completeness.missing, 0);
  return missing === 0 ? 'Nothing will be missing' : `${counted(missing, 'image')} will still be missing`;
}

/** Summarizes what will be sent: `3 of 4 files, 1.50 KB · 1 system file left out · reading files…`. */
function summaryText(
  rows: readonly ChosenRow[] | undefined,
  chosen: number,
  { systemFiles, unreadable, readings }: Choice,
): string {
  return [
    rows !== undefined &&
      `${rows.length < chosen ? `${formatCount(rows.length)} of ` : ''}${counted(chosen, 'file')}, ${formatBytes(totalBytes(rows))}`,
    systemFiles.length > 0 && `${counted(systemFiles.length, 'system file')} left out`,
    unreadable > 0 && `${formatCount(unreadable)} could not be read`,
    readings > 0 && 'reading files…',
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
