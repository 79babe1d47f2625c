import { Button, Checkbox } from '@mantine/core';
import { useId, type Dispatch } from 'react';
import { brightnessOf, contrastBounds, HISTOGRAM_BINS, type Contrast } from '../../domain/pictures/contrast';
import type { Picture } from '../../domain/pictures/picture';
import { numberFormatter } from '../../lib/formatNumber';
import { Name } from '../../ui/Name';
import type { PreviewEvent } from './previewReducer';
import classes from './SectionPreview.module.css';
import type { ShownChannel } from './shownChannels';

interface ChannelRowProps {
  readonly shown: ShownChannel;
  readonly dispatch: Dispatch<PreviewEvent>;
}

/** Why a channel has no picture. */
const NO_PICTURE_REASONS: Partial<Readonly<Record<ShownChannel['status'], string>>> = {
  failed: 'no preview',
  'no-file': 'no file in this section',
};

/** The display settings of a channel: visibility, colour and contrast. */
export function ChannelRow({ shown, dispatch }: ChannelRowProps) {
  const { channel, label, isOn, colour, status, picture, contrast } = shown;
  const id = useId();
  const reason = NO_PICTURE_REASONS[status];
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
      {isOn && reason !== undefined && <span className={classes.absence}>{reason}</span>}
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

/** Number of slider steps for floating-point values. */
const STEPS = 500;

const formatInteger = numberFormatter({ maximumFractionDigits: 0, useGrouping: false });
const formatShort = numberFormatter({ maximumSignificantDigits: 3, useGrouping: false });

interface ContrastRangeProps {
  readonly label: string;
  readonly picture: Picture;
  readonly contrast: Contrast;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly onChange: (contrast: Contrast) => void;
}

/** A range slider over the histogram. Its handles set the values shown as black and at full brightness. */
function ContrastRange({ label, picture, contrast, colour, onChange }: ContrastRangeProps) {
  const { black, white } = contrast;
  const bounds = contrastBounds(picture, contrast);
  const isInteger = !picture.planes.some((plane) => plane instanceof Float32Array);
  const handle = {
    type: 'range',
    className: classes.handle,
    min: bounds.black,
    max: bounds.white,
    step: isInteger ? 1 : (bounds.white - bounds.black) / STEPS || 1,
    disabled: bounds.white === bounds.black,
  };
  return (
    <>
      <div className={classes.contrast}>
        <svg className={classes.histogram} viewBox={`0 0 ${HISTOGRAM_BINS} 1`} preserveAspectRatio="none" aria-hidden>
          <path d={histogramPath(picture, bounds)} fill={colour} />
        </svg>
        <input
          {...handle}
          aria-label={`${label} black`}
          value={black}
          onChange={({ currentTarget }) => onChange({ black: Math.min(currentTarget.valueAsNumber, white), white })}
        />
        <input
          {...handle}
          aria-label={`${label} white`}
          value={white}
          onChange={({ currentTarget }) => onChange({ black, white: Math.max(currentTarget.valueAsNumber, black) })}
        />
      </div>
      <output className={classes.values}>
        <span>{shortNumber(black, isInteger)}</span>
        <span>{shortNumber(white, isInteger)}</span>
      </output>
    </>
  );
}

/** The histogram covers the range of the picture, which may be narrower than that of the slider. */
function histogramPath(picture: Picture, bounds: Contrast): string {
  const covered = contrastBounds(picture);
  const from = brightnessOf(covered.black, bounds) * HISTOGRAM_BINS;
  const width = brightnessOf(covered.white, bounds) - brightnessOf(covered.black, bounds);
  const bars = picture.histogram.map(
    (height, bin) => `M${(from + bin * width).toFixed(3)} 1v${(-height).toFixed(3)}h${width.toFixed(3)}V1z`,
  );
  return bars.join('');
}

function shortNumber(value: number, isInteger: boolean): string {
  return (isInteger ? formatInteger : formatShort)(value);
}
