import { Box, Button, Checkbox, Flex, Text } from '@mantine/core';
import { memo, useId, type Dispatch } from 'react';
import { imageProblemText } from '@data-manager/domain/listing/fileListing';
import { flatText } from '@data-manager/domain/pictures/check/pictureNotes';
import { brightnessOf, contrastBounds, HISTOGRAM_BINS, type Contrast } from '@data-manager/domain/pictures/contrast';
import type { Picture, PictureOrigin } from '@data-manager/domain/pictures/picture';
import { rangeValueText } from '@data-manager/domain/pictures/pixels/valueText';
import { numberFormatter } from '@data-manager/lib/formatNumber';
import { Name } from '../../../ui/Name';
import type { ChannelPlace } from '../picture/sectionGeometry';
import type { PreviewEvent } from '../previewReducer';
import classes from './ChannelRow.module.css';
import type { ShownChannel } from './shownChannels';
import { ValueField } from './ValueField';

interface ChannelRowProps extends ShownChannel {
  /** The colour and the contrast can be changed. */
  readonly isOpen: boolean;
  readonly dispatch: Dispatch<PreviewEvent>;
  readonly onColourChange: (channel: number, colour: string) => void;
}

/** Why a channel has no picture. */
const NO_PICTURE_REASONS: Partial<Readonly<Record<ShownChannel['status'], string>>> = {
  failed: 'no preview',
  'no-file': 'no file in this section',
};

/** The display settings of a channel: visibility, colour and contrast. Renders only if its own channel changes. */
export const ChannelRow = memo(function ChannelRow({ isOpen, dispatch, onColourChange, ...shown }: ChannelRowProps) {
  const { channel, label, isOn, colour, status, problem, reason, picture, place, contrast } = shown;
  const id = useId();
  const problemText = problem && imageProblemText(problem);
  const absence = isOn ? (problemText ?? NO_PICTURE_REASONS[status]) : undefined;
  const isAutomatic =
    picture !== undefined && contrast?.black === picture.auto.black && contrast.white === picture.auto.white;
  const isShown = isOn && picture !== undefined && contrast !== undefined;
  const isAdjustable = isOpen && isShown;
  const notes = [
    isOn ? reason : undefined,
    isOn && place !== undefined && place.fit !== 'same' ? placeText(place) : undefined,
    isShown ? flatText(contentOf(picture)) : undefined,
  ].filter((note) => note !== undefined);
  return (
    <div
      role="group"
      aria-label={`Channel ${label}`}
      className={classes.channel}
      data-reserved={(isOn && isOpen) || undefined}
    >
      <Flex align="center" gap="0.5rem" mih={24}>
        <Checkbox id={id} size="xs" checked={isOn} onChange={() => dispatch({ type: 'channelToggled', channel })} />
        {isOpen ? (
          <input
            type="color"
            aria-label={`${label} colour`}
            value={colour}
            className={classes.colour}
            onChange={({ currentTarget }) => onColourChange(channel, currentTarget.value)}
          />
        ) : (
          <span className={classes.colour} style={{ backgroundColor: colour }} />
        )}
        <label htmlFor={id} className={classes.channelName}>
          <Name>{label}</Name>
        </label>
        {absence !== undefined && (
          <Text component="span" inherit flex="none" c="dimmed">
            {absence}
          </Text>
        )}
        {isAdjustable && (
          <Button
            size="compact-xs"
            variant={isAutomatic ? 'light' : 'default'}
            flex="none"
            aria-label={`${label} auto`}
            aria-pressed={isAutomatic}
            onClick={() => dispatch({ type: 'automaticChosen', channel, automatic: picture.auto })}
          >
            Auto
          </Button>
        )}
      </Flex>
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
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

/** Returns what the pixels are. A preview of a larger image can be flat although the image is not. */
function contentOf({ origin, lowest, highest }: Picture): PictureOrigin['content'] {
  return origin?.content ?? (lowest === highest ? 'flat' : 'complete');
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
      <Box pos="relative" h={64}>
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
      </Box>
      <Flex wrap="wrap" justify="space-between">
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
      </Flex>
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
