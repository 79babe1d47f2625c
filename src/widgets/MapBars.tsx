import { Box } from '@mantine/core';
import { useId, type ComponentProps } from 'react';
import type { Lane, PlaceState } from '@data-manager/domain/completeness/completeness';
import type { NumberRange } from '@data-manager/domain/numberRange';
import classes from './CompletenessMap.module.css';

/** Height of the bars in a lane, px. */
export const BAR_HEIGHT = 10;

/** The parts of a bar that a state takes up, px. */
const PARTS = {
  whole: { y: 0, height: BAR_HEIGHT },
  upper: { y: 0, height: BAR_HEIGHT / 2 },
  lower: { y: BAR_HEIGHT / 2, height: BAR_HEIGHT / 2 },
  line: { y: BAR_HEIGHT / 2 - 1, height: 2 },
} as const;

type Part = keyof typeof PARTS;

type BarsProps = Omit<ComponentProps<typeof Box<'svg'>>, 'component'> & {
  /** In sections. */
  readonly width: number;
  /** px. */
  readonly height: number;
};

/** A drawing one unit per section wide, which is stretched. */
export function Bars({ width, height, className, children, ...svg }: BarsProps) {
  const stripesId = useId();
  return (
    <Box
      component="svg"
      className={`${classes.bars} ${className ?? ''}`}
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      style={{ '--map-stripes': `url("#${stripesId}")` }}
      aria-hidden
      {...svg}
    >
      {/* The pattern of images on their way to the server with forced colours. As wide as the drawing. */}
      <pattern id={stripesId} width={width} height={4} patternUnits="userSpaceOnUse">
        <rect className={classes.stripe} width={width} height={2} />
        <rect className={classes.stripeGap} y={2} width={width} height={2} />
      </pattern>
      {children}
    </Box>
  );
}

interface LaneBarsProps {
  readonly lane: Lane;
  /** px. */
  readonly top: number;
  /** The section at the left edge. */
  readonly firstSection: number;
}

/** Draws a lane with one path per state, in which runs of sections are merged. Later paths cover earlier paths. */
export function LaneBars({ lane, top, firstSection }: LaneBarsProps) {
  const { different, onlyLocal, onlyServer } = lane.differences;
  const bars: readonly (readonly [state: string, ranges: readonly NumberRange[], part: Part])[] = [
    [lane.isExpected ? 'present' : 'unexpected', lane.present, 'whole'],
    ['sending', lane.isExpected ? lane.sending : [], 'whole'],
    // The upper half keeps the colour of what the upload collides with: an existing file, or an unexpected lane.
    ['sending', lane.isExpected ? lane.replacing : [...lane.sending, ...lane.replacing], 'lower'],
    ['sending', lane.arriving, 'whole'],
    ['missing', lane.missing, 'whole'],
    ['emptyHalf', lane.deleted, 'upper'],
    ['deleted', lane.deleted, 'lower'],
    ['flat', [...lane.flat, ...lane.black, ...lane.saturated], 'line'],
    // The upper half is the server's file, the lower half the folder's.
    ['serverHalf', onlyServer, 'upper'],
    ['emptyHalf', onlyServer, 'lower'],
    ['emptyHalf', onlyLocal, 'upper'],
    ['localHalf', [...different, ...onlyLocal], 'lower'],
    ['unreadable', lane.unreadable, 'whole'],
    ['duplicate', lane.duplicate, 'upper'],
  ];
  return bars.map(([state, ranges, part], index) => {
    const { y, height } = PARTS[part];
    const path = ranges.map(
      ({ first, last }) => `M${first - firstSection} ${top + y}h${last - first + 1}v${height}h-${last - first + 1}z`,
    );
    return <path key={index} className={classes[state]} d={path.join('')} />;
  });
}

/** The kinds of places that a legend or a finding explains. */
export type SwatchKind = Exclude<PlaceState, 'arriving' | 'black' | 'saturated' | 'none'>;

const SWATCHES: Readonly<Record<SwatchKind, Readonly<Partial<Record<Part, string>>>>> = {
  present: { whole: 'present' },
  sending: { whole: 'sending' },
  replacing: { whole: 'present', lower: 'sending' },
  different: { whole: 'present', lower: 'localHalf' },
  onlyLocal: { upper: 'emptyHalf', lower: 'localHalf' },
  onlyServer: { upper: 'serverHalf', lower: 'emptyHalf' },
  missing: { whole: 'missing' },
  deleted: { upper: 'emptyHalf', lower: 'deleted' },
  unreadable: { whole: 'unreadable' },
  duplicate: { whole: 'duplicate' },
  unexpected: { whole: 'unexpected' },
  flat: { whole: 'present', line: 'flat' },
};

/** A square that is drawn as the map draws this kind of place. */
export function Swatch({ kind }: { readonly kind: SwatchKind }) {
  return (
    <Bars width={1} height={BAR_HEIGHT} className={classes.swatch} data-kind={kind}>
      {Object.entries(SWATCHES[kind]).map(([part, state]) => {
        const { y, height } = PARTS[part as Part];
        return <path key={part} className={classes[state]} d={`M0 ${y}h1v${height}h-1z`} />;
      })}
    </Bars>
  );
}
