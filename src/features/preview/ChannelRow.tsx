import { Button, Checkbox } from '@mantine/core';
import { useId, type Dispatch } from 'react';
import { Name } from '../../ui/Name';
import { ContrastRange } from './ContrastRange';
import type { PreviewEvent } from './previewReducer';
import classes from './SectionPreview.module.css';
import type { ShownChannel } from './shownChannels';

interface ChannelRowProps {
  readonly shown: ShownChannel;
  readonly dispatch: Dispatch<PreviewEvent>;
}

/** Why a channel that is on shows nothing. */
const ABSENCES: Partial<Readonly<Record<ShownChannel['status'], string>>> = {
  failed: 'no preview',
  'no-file': 'no file in this section',
};

/** How a channel is shown: whether, in which colour, with which contrast. */
export function ChannelRow({ shown, dispatch }: ChannelRowProps) {
  const { channel, label, isOn, colour, status, picture, contrast } = shown;
  const id = useId();
  const absence = ABSENCES[status];
  const isAutomatic =
    picture !== undefined && contrast?.black === picture.auto.black && contrast.white === picture.auto.white;
  return (
    <div role="group" aria-label={`Channel ${label}`} className={classes.channel}>
      <Checkbox id={id} size="xs" checked={isOn} onChange={() => dispatch({ type: 'channelToggled', channel })} />
      <input
        type="color"
        aria-label={`${label} colour`}
        value={colour}
        className={classes.colour}
        onChange={({ currentTarget }) => dispatch({ type: 'colourChosen', channel, colour: currentTarget.value })}
      />
      <label htmlFor={id} className={classes.channelName}>
        <Name>{label}</Name>
      </label>
      {isOn && absence !== undefined && <span className={classes.absence}>{absence}</span>}
      {isOn && picture !== undefined && contrast !== undefined && (
        <>
          <ContrastRange
            label={label}
            picture={picture}
            contrast={contrast}
            colour={colour}
            onChange={(chosen) => dispatch({ type: 'contrastChosen', channel, contrast: chosen })}
          />
          <Button
            size="compact-xs"
            variant={isAutomatic ? 'light' : 'default'}
            className={classes.automatic ?? ''}
            aria-label={`${label} auto`}
            aria-pressed={isAutomatic}
            onClick={() => dispatch({ type: 'automaticChosen', channel, automatic: picture.auto })}
          >
            auto
          </Button>
        </>
      )}
    </div>
  );
}
