import { Button, Checkbox } from '@mantine/core';
import { memo, useId, type Dispatch } from 'react';
import { imageProblemText } from '@data-manager/domain/listing/fileListing';
import { brightnessOf, contrastBounds, HISTOGRAM_BINS, type Contrast } from '@data-manager/domain/pictures/contrast';
import type { Picture } from '@data-manager/domain/pictures/picture';
import { FLAT_TEXT } from '@data-manager/domain/pictures/pictureNotes';
import { rangeValueText } from '@data-manager/domain/pictures/valueText';
import { numberFormatter } from '@data-manager/lib/formatNumber';
import { Name } from '../../ui/Name';
import classes from './ChannelRow.module.css';
import type { PreviewEvent } from './previewReducer';
import type { ChannelPlace } from './sectionGeometry';
import type { ShownChannel } from './shownChannels';
import { ValueField } from './ValueField';

interface ChannelRowProps extends ShownChannel {
  readonly dispatch: Dispatch<PreviewEvent>;
  readonly onColourChange: (channel: number, colour: string) => void;
}

/** Why a channel has no picture. */
const NO_PICTURE_REASONS: Partial<Readonly<Record<ShownChannel['status'], string>>> = {
  failed: 'no preview',
  'no-file': 'no file in this section',
};

/** The display settings of a channel: visibility, colour and contrast. Renders only if its own channel changes. */
export const ChannelRow = memo(function ChannelRow({ dispatch, onColourChange, ...shown }: ChannelRowProps) {
  const { channel, label, isOn, colour, status, problem, reason, picture, place, contrast } = shown;
  const id = useId();
  const problemText = problem && imageProblemText(problem);
  const absence = isOn ? (problemText ?? NO_PICTURE_REASONS[status]) : undefined;
  const isAutomatic =
    picture !== undefined && contrast?.black === picture.auto.black && contrast.white === picture.auto.white;
  const isAdjustable = isOn && picture !== undefined && contrast !== undefined;
  return (
    <div role="group" aria-label={`Channel ${label}`} className={classes.channel} data-on={isOn || undefined}>
      <div className={classes.channelHead}>
        <Checkbox id={id} size="xs" checked={isOn} onChange={() => dispatch({ type: 'channelToggled', channel })} />
        <input
          type="color"
          aria-label={`${label} colour`}
          value={colour}
          className={classes.colour}
          onChange={({ currentTarget }) => onColourChange(channel, currentTarget.value)}
        />
        <label htmlFor={id} className={classes.channelName}>
          <Name>{label}</Name>
        </label>
        {absence !== undefined && <span className={classes.absence}>{absence}</span>}
        {isAdjustable && (
          <Button
            size="compact-xs"
            variant={isAutomatic ? 'light' : 'default'}
            className={classes.automatic ?? ''}
            aria-label={`${label} auto`}
            aria-pressed={isAutomatic}
            onClick={() => dispatch({ type: 'automaticChosen', channel, automatic: picture.auto })}
          >
            Auto
          </Button>
        )}
      </div>
      {isOn && reason !== undefined && <p className={classes.note}>{reason}</p>}
      {isOn && place !== undefined && place.fit !== 'same' && <p className={classes.note}>{placeText(place)}</p>}
      {isAdjustable && isFlat(picture) && <p className={classes.note}>{FLAT_TEXT}</p>}
      {isAdjustable && (
        <ContrastRange
          label={label}
          picture={picture}
          contrast={contrast}
          colour={colour}
          onChange={(chosen) => dispatch({ type: 'contrastChosen', channel, contrast: chosen })}
        />
      )}
    </div>
  );
});

/** Returns true if all pixels have the same value. A preview of a larger image can be flat although the image is not. */
function isFlat({ origin, lowest, highest }: Picture): boolean {
  return origin?.isFlat ?? lowest === highest;
}

/** Explains how an image of another size than the finest one of its section is drawn. */
function placeText({ fit, unit, original: { width, height } }: ChannelPlace): string {
  const size = `${width} × ${height} pixels`;
  return fit === 'binned'
    ? `${size}, drawn ${formatShort(unit)} times as large`
    : `${size}, another shape: drawn from the top left`;
}

/** Number of slider steps for floating-point values. */
const STEPS = 500;

const formatInteger = numberFormatter({ maximumFractionDigits: 0, useGrouping: false });
const formatShort = numberFormatter({ maximumSignificantDigits: 3, useGrouping: false });

/** Formats a value of a picture. */
function valueText(value: number, picture: Picture): string {
  return isIntegerPicture(picture.planes) ? formatInteger(value) : rangeValueText(value, picture);
}

function isIntegerPicture(planes: Picture['planes']): boolean {
  return !planes.some((plane) => plane instanceof Float32Array);
}

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
  const handle = {
    type: 'range',
    className: classes.handle,
    min: bounds.black,
    max: bounds.white,
    step: isIntegerPicture(picture.planes) ? 1 : (bounds.white - bounds.black) / STEPS || 1,
    disabled: bounds.white === bounds.black,
  };
  const setBlack = (value: number) => onChange({ black: Math.min(value, white), white });
  const setWhite = (value: number) => onChange({ black, white: Math.max(value, black) });
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
          onChange={({ currentTarget }) => setBlack(currentTarget.valueAsNumber)}
        />
        <input
          {...handle}
          aria-label={`${label} white`}
          value={white}
          onChange={({ currentTarget }) => setWhite(currentTarget.valueAsNumber)}
        />
      </div>
      <div className={classes.values}>
        <ValueField
          label={`${label} black value`}
          text={valueText(black, picture)}
          range={{ min: -Infinity, max: white }}
          rangeText={`Enter a number up to ${valueText(white, picture)}`}
          onCommit={setBlack}
        />
        <ValueField
          label={`${label} white value`}
          text={valueText(white, picture)}
          range={{ min: black, max: Infinity }}
          rangeText={`Enter a number from ${valueText(black, picture)}`}
          onCommit={setWhite}
        />
      </div>
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
