import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useId, useRef, type ReactNode } from 'react';
import {
  withChannelAdded,
  withChannelMoved,
  withChannelNumber,
  withoutChannel,
  type DraftChannel,
} from '@data-manager/domain/metadata/metadataDraft';
import { formatCount } from '@data-manager/lib/formatNumber';
import { FIELD_LABELS } from './fieldLabels';
import classes from './metadata.module.css';
import { useFocusRequest } from './useFocusRequest';

interface ChannelFieldsProps {
  readonly channels: readonly DraftChannel[];
  /** By path: `channels.1.num`. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly onChange: (channels: readonly DraftChannel[]) => void;
}

/** The channels of the form: numbers as in the file names, and names. */
export function ChannelFields({ channels, errors, onChange }: ChannelFieldsProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  // The button that was pressed may disappear or move to another channel.
  const requestFocus = useFocusRequest(fields);

  const rename = (index: number, name: string) =>
    onChange(channels.map((channel, at) => (at === index ? { ...channel, name } : channel)));
  const move = (from: number, to: number) => {
    onChange(withChannelMoved(channels, from, to));
    const isUp = to < from;
    const isAtEdge = to === (isUp ? 0 : channels.length - 1);
    requestFocus(`channels.${to}.${isUp === isAtEdge ? 'down' : 'up'}`);
  };
  const remove = (index: number) => {
    onChange(withoutChannel(channels, index));
    const next = Math.min(index, channels.length - 2);
    requestFocus(next < 0 ? 'channels.add' : `channels.${next}.remove`);
  };
  const add = () => {
    onChange(withChannelAdded(channels));
    requestFocus(`channels.${channels.length}.name`);
  };

  return (
    <fieldset ref={fields} className={classes.group}>
      <legend>{FIELD_LABELS.channels}</legend>
      <Stack gap={6}>
        {channels.map((channel, index) => (
          <ChannelRow
            key={index}
            index={index}
            count={channels.length}
            channel={channel}
            error={errors[`channels.${index}.num`]}
            onRenumber={(num) => onChange(withChannelNumber(channels, index, num))}
            onRename={(name) => rename(index, name)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
        <Group gap="sm">
          <Button
            size="compact-xs"
            data-path="channels.add"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
          >
            Add channel
          </Button>
          <Text size="xs" c="dimmed">
            Use the numbers from the file names, for example 2 for ch02
          </Text>
        </Group>
      </Stack>
    </fieldset>
  );
}

interface ChannelRowProps {
  readonly index: number;
  /** The number of channels. */
  readonly count: number;
  readonly channel: DraftChannel;
  /** The error of the number field. */
  readonly error: ReactNode;
  readonly onRenumber: (num: string) => void;
  readonly onRename: (name: string) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function ChannelRow({ index, count, channel, error, onRenumber, onRename, onMove, onRemove }: ChannelRowProps) {
  const errorId = useId();
  const { num, name } = channel;
  const label = num.trim() === '' ? `channel in row ${formatCount(index + 1)}` : `channel ${num.trim()}`;
  const path = `channels.${index}`;
  const hasError = error !== undefined && error !== null;
  return (
    <div>
      <Group gap={4} wrap="nowrap">
        <Input
          aria-label={`Number of ${label}`}
          w="3.5rem"
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
          aria-label={`Name of ${label}`}
          flex={1}
          miw={0}
          autoComplete="off"
          size="xs"
          value={name}
          data-path={`${path}.name`}
          onChange={(event) => onRename(event.currentTarget.value)}
        />
        <RowButton
          label={`Move ${label} up`}
          path={`${path}.up`}
          icon={<IconArrowUp size={14} aria-hidden />}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <RowButton
          label={`Move ${label} down`}
          path={`${path}.down`}
          icon={<IconArrowDown size={14} aria-hidden />}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <RowButton
          label={`Remove ${label}`}
          path={`${path}.remove`}
          icon={<IconX size={14} aria-hidden />}
          onClick={onRemove}
        />
      </Group>
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
  /** The target of focus requests. */
  readonly path: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function RowButton({ label, path, icon, disabled = false, onClick }: RowButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} data-path={path} disabled={disabled} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}
