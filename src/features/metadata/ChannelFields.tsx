import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import {
  withChannelAdded,
  withChannelMoved,
  withChannelNumber,
  withoutChannel,
  type DraftChannel,
} from '../../domain/metadata/channelDrafts';
import { metadataFieldWords } from '../../domain/metadata/metadataFieldWords';
import { ChannelRow } from './ChannelRow';
import classes from './metadata.module.css';
import { metadataWords } from './metadataWords';
import { useFocusWish } from './useFocusWish';

interface ChannelFieldsProps {
  readonly channels: readonly DraftChannel[];
  /** By path: `channels.1.num`. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly onChange: (channels: readonly DraftChannel[]) => void;
}

/** The channels: a number, which is that of the file names, and what it shows. */
export function ChannelFields({ channels, errors, onChange }: ChannelFieldsProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  // The button that was pressed may be gone afterwards, or belong to another channel.
  const wishFocus = useFocusWish(fields);

  const rename = (index: number, name: string) =>
    onChange(channels.map((channel, at) => (at === index ? { ...channel, name } : channel)));
  const move = (from: number, to: number) => {
    onChange(withChannelMoved(channels, from, to));
    const isUp = to < from;
    const isAtEdge = to === (isUp ? 0 : channels.length - 1);
    wishFocus(`channels.${to}.${isUp === isAtEdge ? 'down' : 'up'}`);
  };
  const remove = (index: number) => {
    onChange(withoutChannel(channels, index));
    const next = Math.min(index, channels.length - 2);
    wishFocus(next < 0 ? 'channels.add' : `channels.${next}.remove`);
  };
  const add = () => {
    onChange(withChannelAdded(channels));
    wishFocus(`channels.${channels.length}.name`);
  };

  return (
    <fieldset ref={fields} className={classes.group}>
      <legend>{metadataFieldWords.labels.channels}</legend>
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
            variant="default"
            data-path="channels.add"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
          >
            {metadataWords.addChannel}
          </Button>
          <Text size="xs" c="dimmed">
            {metadataWords.aboutChannelNumber}
          </Text>
        </Group>
      </Stack>
    </fieldset>
  );
}
