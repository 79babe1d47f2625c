import { Skeleton } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Completeness, Lane } from '@data-manager/domain/completeness/completeness';
import type { Finding, FindingPlace } from '@data-manager/domain/completeness/completenessFindings';
import type { Difference } from '@data-manager/domain/completeness/sectionImage';
import { countInRanges } from '@data-manager/domain/numberRange';
import { formatCount } from '@data-manager/lib/formatNumber';
import classes from './FindingList.module.css';

/** Number of places listed before the rest is summed up. */
const MAX_LISTED_PLACES = 12;

type SwatchKind =
  'present' | 'sending' | 'replacing' | 'missing' | 'unreadable' | 'duplicate' | 'flat' | 'unexpected' | Difference;

const SWATCHES: Readonly<Record<Finding['kind'], SwatchKind | undefined>> = {
  complete: undefined,
  unknownTotal: undefined,
  missing: 'missing',
  leftOut: 'missing',
  arriving: 'sending',
  unreadable: 'unreadable',
  duplicate: 'duplicate',
  flat: 'flat',
  beyond: 'unexpected',
  unknownChannel: 'unexpected',
};

interface FindingListProps {
  /** Accessible name. */
  readonly label: string;
  readonly findings: readonly Finding[];
  /** Reserves the last line for damaged images, so that nothing moves if they are found later than the rest. */
  readonly isSteady?: boolean;
  /** Renders a place as a link or button that shows its files. */
  readonly renderPlace: (place: FindingPlace) => ReactNode;
  /** Leads to where the total sections can be set. Shown if it is not set, or too low. */
  readonly totalLink?: ReactNode;
}

/** The list of completeness findings, each with links to the affected places. */
export function FindingList({ label, findings, isSteady = false, renderPlace, totalLink }: FindingListProps) {
  const isDamage = ({ kind }: Finding) => kind === 'leftOut' || kind === 'unreadable';
  const isLast = (finding: Finding) => isSteady && isDamage(finding) && finding !== findings[0];
  const isReserved = isSteady && findings[0]?.kind !== 'complete' && !findings.some(isDamage);
  const renderFinding = ({ kind, text, places }: Finding) => (
    <li key={kind} data-kind={kind}>
      {SWATCHES[kind] !== undefined && <Swatch kind={SWATCHES[kind]} />}
      {text}
      {places.length > 0 && ': '}
      {places.slice(0, MAX_LISTED_PLACES).map((place, index) => (
        <Fragment key={place.label}>
          {index > 0 && ', '}
          {renderPlace(place)}
        </Fragment>
      ))}
      {places.length > MAX_LISTED_PLACES && `, and ${formatCount(places.length - MAX_LISTED_PLACES)} more`}
      {(kind === 'unknownTotal' || kind === 'beyond') && totalLink !== undefined && <> · {totalLink}</>}
    </li>
  );
  return (
    <ul className={classes.list} aria-label={label} data-steady={isSteady || undefined}>
      {findings.filter((finding) => !isLast(finding)).map(renderFinding)}
      {findings.filter(isLast).map(renderFinding)}
      {isReserved && <li aria-hidden>&nbsp;</li>}
    </ul>
  );
}

/** As wide as usual findings. */
const OUTLINE_WIDTHS = ['16rem', '12rem', '8rem'];

/** The placeholder of a list of findings, as high as three lines. */
export function FindingOutline() {
  return (
    <div className={classes.list}>
      {OUTLINE_WIDTHS.map((width) => (
        <div key={width}>
          <Skeleton display="inline-block" height={8} width={width} />
        </div>
      ))}
    </div>
  );
}

interface LegendEntry {
  readonly kind: SwatchKind;
  readonly text: string;
  readonly occursIn: (lane: Lane) => boolean;
}

/** What comparing and checking the contents may change comes last, so that nothing moves. */
const LEGEND: readonly LegendEntry[] = [
  { kind: 'present', text: 'on the server', occursIn: hasStoredFiles },
  { kind: 'sending', text: 'to upload', occursIn: ({ sending }) => sending.length > 0 },
  { kind: 'sending', text: 'arriving', occursIn: ({ arriving }) => arriving.length > 0 },
  { kind: 'duplicate', text: 'scanned twice', occursIn: ({ duplicate }) => duplicate.length > 0 },
  { kind: 'unexpected', text: 'unexpected', occursIn: ({ isExpected }) => !isExpected },
  { kind: 'missing', text: 'missing', occursIn: ({ missing }) => missing.length > 0 },
  { kind: 'replacing', text: 'will be replaced', occursIn: ({ replacing }) => replacing.length > 0 },
];

const COMPARISON_LEGEND: readonly LegendEntry[] = [
  { kind: 'present', text: 'in both', occursIn: hasSameFiles },
  { kind: 'different', text: 'different', occursIn: ({ differences }) => differences.different.length > 0 },
  { kind: 'onlyLocal', text: 'only in the folder', occursIn: ({ differences }) => differences.onlyLocal.length > 0 },
  { kind: 'onlyServer', text: 'only on the server', occursIn: ({ differences }) => differences.onlyServer.length > 0 },
  { kind: 'sending', text: 'being uploaded', occursIn: ({ arriving }) => arriving.length > 0 },
  ...LEGEND.filter(({ kind }) => kind === 'missing' || kind === 'duplicate' || kind === 'unexpected'),
];

/**
 * The legend of the completeness map of an upload or a comparison. Lists only the colours that occur in it. `FindingList` explains
 * unreadable images, which may be found later, so that the legend does not change.
 */
export function MapLegend({ completeness: { lanes, isComparison } }: { readonly completeness: Completeness }) {
  const legend = isComparison ? COMPARISON_LEGEND : LEGEND;
  return (
    <div className={classes.legend} aria-hidden>
      {legend
        .filter(({ occursIn }) => lanes.some(occursIn))
        .map(({ kind, text }) => (
          <span key={text}>
            <Swatch kind={kind} />
            {text}
          </span>
        ))}
    </div>
  );
}

/** Returns true if some files of the lane are on the server. Those that the upload replaces are drawn below it. */
function hasStoredFiles({ isExpected, present, sending }: Lane): boolean {
  return isExpected && countInRanges(present) > countInRanges(sending);
}

/** Returns true if some files of the lane are the same in the folder and on the server. */
function hasSameFiles({ isExpected, present, arriving, differences }: Lane): boolean {
  const { different, onlyLocal, onlyServer } = differences;
  return isExpected && countInRanges(present) > countInRanges([...arriving, ...different, ...onlyLocal, ...onlyServer]);
}

/** A square in the colour that the completeness map uses for this kind of place. */
function Swatch({ kind }: { readonly kind: SwatchKind }) {
  return <span className={classes.swatch} data-kind={kind} aria-hidden />;
}
