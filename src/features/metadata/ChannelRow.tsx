import { ActionIcon, Input, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import type { DraftChannel } from '../../domain/metadata/channelDrafts';
import classes from './metadata.module.css';
import { metadataWords } from './metadataWords';

interface ChannelRowProps {
  /** From 0. */
  readonly index: number;
  /** How many channels there are. */
  readonly count: number;
  readonly channel: DraftChannel;
  /** What is wrong with the number. */
  readonly error: ReactNode;
  readonly onRenumber: (num: string) => void;
  readonly onRename: (name: string) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** One channel of the form. Its fields and buttons are called by its number. */
export function ChannelRow({ index, count, channel, error, onRenumber, onRename, onMove, onRemove }: ChannelRowProps) {
  const errorId = useId();
  const { num, name } = channel;
  const called = num.trim() === '' ? metadataWords.channelInRow(index + 1) : metadataWords.channel(num.trim());
  const path = `channels.${index}`;
  const hasError = error !== undefined && error !== null;
  return (
    <div>
      <div className={classes.channel}>
        <Input
          aria-label={metadataWords.numberOf(called)}
          className={classes.channelNumber ?? ''}
          inputMode="numeric"
          autoComplete="off"
          size="xs"
          value={num}
          error={hasError}
          withAria={false}
          {...(hasError && { 'aria-invalid': true, 'aria-describedby': errorId })}
          data-path={`${path}.num`}
          onChange={(event) => onRenumber(event.currentTarget.value)}
        />
        <Input
          aria-label={metadataWords.nameOf(called)}
          className={classes.channelName ?? ''}
          autoComplete="off"
          size="xs"
          value={name}
          data-path={`${path}.name`}
          onChange={(event) => onRename(event.currentTarget.value)}
        />
        <RowButton
          label={metadataWords.moveUp(called)}
          path={`${path}.up`}
          icon={<IconArrowUp size={14} aria-hidden />}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <RowButton
          label={metadataWords.moveDown(called)}
          path={`${path}.down`}
          icon={<IconArrowDown size={14} aria-hidden />}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <RowButton
          label={metadataWords.remove(called)}
          path={`${path}.remove`}
          icon={<IconX size={14} aria-hidden />}
          onClick={onRemove}
        />
      </div>
      {hasError && (
        <Text id={errorId} size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </div>
  );
}

interface RowButtonProps {
  readonly label: string;
  /** By which the list of channels finds it, to put the focus there. */
  readonly path: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function RowButton({ label, path, icon, disabled = false, onClick }: RowButtonProps) {
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      variant="subtle"
      color="gray"
      data-path={path}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
}
