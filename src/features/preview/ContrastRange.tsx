import { brightnessOf, contrastBounds, HISTOGRAM_BINS, type Contrast } from '../../domain/pictures/contrast';
import type { Picture } from '../../domain/pictures/picture';
import { numberFormatter } from '../../lib/formatNumber';
import classes from './SectionPreview.module.css';

/** Steps of a handle over a range of numbers that are not whole. */
const STEPS = 500;

const formatWhole = numberFormatter({ maximumFractionDigits: 0, useGrouping: false });
const formatShort = numberFormatter({ maximumSignificantDigits: 3, useGrouping: false });

interface ContrastRangeProps {
  readonly label: string;
  readonly picture: Picture;
  readonly contrast: Contrast;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly onChange: (contrast: Contrast) => void;
}

/** Two handles over the histogram: what is shown black, and what at full brightness. */
export function ContrastRange({ label, picture, contrast, colour, onChange }: ContrastRangeProps) {
  const { black, white } = contrast;
  const bounds = contrastBounds(picture, contrast);
  const isWhole = !picture.planes.some((plane) => plane instanceof Float32Array);
  const handle = {
    type: 'range',
    className: classes.handle,
    min: bounds.black,
    max: bounds.white,
    step: isWhole ? 1 : (bounds.white - bounds.black) / STEPS || 1,
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
        <span>{shortNumber(black, isWhole)}</span>
        <span>{shortNumber(white, isWhole)}</span>
      </output>
    </>
  );
}

/** The histogram covers the bounds of the picture, which may be narrower than those of the handles. */
function histogramPath(picture: Picture, bounds: Contrast): string {
  const covered = contrastBounds(picture);
  const from = brightnessOf(covered.black, bounds) * HISTOGRAM_BINS;
  const width = brightnessOf(covered.white, bounds) - brightnessOf(covered.black, bounds);
  const bars = picture.histogram.map(
    (height, bin) => `M${(from + bin * width).toFixed(3)} 1v${(-height).toFixed(3)}h${width.toFixed(3)}V1z`,
  );
  return bars.join('');
}

function shortNumber(value: number, isWhole: boolean): string {
  return (isWhole ? formatWhole : formatShort)(value);
}
