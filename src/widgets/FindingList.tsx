import { Anchor, Box, Flex, Skeleton } from '@mantine/core';
import { Fragment, useState, type ReactNode } from 'react';
import type { Completeness, Lane } from '@data-manager/domain/completeness/completeness';
import type { Finding, FindingPlace } from '@data-manager/domain/completeness/completenessFindings';
import { countInRanges } from '@data-manager/domain/numberRange';
import { formatCount } from '@data-manager/lib/formatNumber';
import { Swatch, type SwatchKind } from './MapBars';

/** Number of places listed before the user asks for the rest. */
const MAX_LISTED_PLACES = 12;

const SWATCHES: Readonly<Record<Finding['kind'], SwatchKind | undefined>> = {
  complete: undefined,
  unknownTotal: undefined,
  missing: 'missing',
  deleted: 'deleted',
  leftOut: 'missing',
  arriving: 'sending',
  unreadable: 'unreadable',
  duplicate: 'duplicate',
  flat: 'flat',
  black: 'flat',
  saturated: 'flat',
  beyond: 'unexpected',
  unknownChannel: 'unexpected',
  foreign: undefined,
};

/** As high as the line that is reserved for it. The ellipsis says that it scrolls. */
const ONE_LINE = {
  overflow: 'auto hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  scrollbarWidth: 'none',
} as const;

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
  /** Says which of several scans of an image are shown. */
  readonly shownScans?: ReactNode;
}

/** The list of completeness findings, each with links to the affected places. */
export function FindingList({ label, findings, isSteady = false, renderPlace, ...links }: FindingListProps) {
  const { totalLink, shownScans } = links;
  const [expanded, setExpanded] = useState<Finding['kind']>();
  const isDamage = ({ kind }: Pick<Finding, 'kind'>) => kind === 'leftOut' || kind === 'unreadable';
  const isLast = (finding: Finding) => isSteady && isDamage(finding) && finding !== findings[0];
  const isReserved = isSteady && findings[0]?.kind !== 'complete' && !findings.some(isDamage);
  const renderFinding = ({ kind, text, places }: Finding) => (
    <li key={kind} style={isSteady && isDamage({ kind }) ? ONE_LINE : {}}>
      {SWATCHES[kind] !== undefined && <Swatch kind={SWATCHES[kind]} />}
      <span>{places.length > 0 ? `${text}: ` : text}</span>
      {places.slice(0, kind === expanded ? places.length : MAX_LISTED_PLACES).map((place, index) => (
        <Fragment key={place.label}>
          {index > 0 && <span>, </span>}
          {renderPlace(place)}
        </Fragment>
      ))}
      {places.length > MAX_LISTED_PLACES && kind !== expanded && (
        <span>
          {', '}
          <Anchor component="button" type="button" inherit underline="always" onClick={() => setExpanded(kind)}>
            {`and ${formatCount(places.length - MAX_LISTED_PLACES)} more`}
          </Anchor>
        </span>
      )}
      {(kind === 'unknownTotal' || kind === 'beyond') && totalLink !== undefined && (
        <span>
          {' · '}
          {totalLink}
        </span>
      )}
      {kind === 'duplicate' && shownScans !== undefined && (
        <span>
          {' · '}
          {shownScans}
        </span>
      )}
    </li>
  );
  return (
    <Box component="ul" m={0} p={0} fz="sm" style={{ listStyle: 'none' }} aria-label={label}>
      {findings.filter((finding) => !isLast(finding)).map(renderFinding)}
      {findings.filter(isLast).map(renderFinding)}
      {isReserved && <li aria-hidden>&nbsp;</li>}
    </Box>
  );
}

/** As wide as usual findings. */
const OUTLINE_WIDTHS = ['16rem', '12rem', '8rem'];

/** The placeholder of a legend and three findings. */
export function FindingOutline() {
  return (
    <Box fz="sm">
      <Flex fz="xs">&nbsp;</Flex>
      {OUTLINE_WIDTHS.map((width) => (
        <div key={width}>
          <Skeleton display="inline-block" height={8} width={width} />
        </div>
      ))}
    </Box>
  );
}

interface LegendEntry {
  readonly kind: SwatchKind;
  readonly text: string;
  readonly occursIn: (lane: Lane) => boolean;
}

/** What comparing, checking the contents and uploading may change comes last, so that nothing moves. */
const LEGEND: readonly LegendEntry[] = [
  { kind: 'present', text: 'on the server', occursIn: hasStoredFiles },
  { kind: 'sending', text: 'to upload', occursIn: ({ sending }) => sending.length > 0 },
  { kind: 'duplicate', text: 'scanned twice', occursIn: ({ duplicate }) => duplicate.length > 0 },
  { kind: 'unexpected', text: 'unexpected', occursIn: ({ isExpected }) => !isExpected },
  { kind: 'missing', text: 'missing', occursIn: ({ missing }) => missing.length > 0 },
  { kind: 'deleted', text: 'deleted', occursIn: ({ deleted }) => deleted.length > 0 },
  { kind: 'replacing', text: 'chosen, on the server already', occursIn: ({ replacing }) => replacing.length > 0 },
  { kind: 'sending', text: 'in the upload queue', occursIn: ({ arriving }) => arriving.length > 0 },
];

const COMPARISON_LEGEND: readonly LegendEntry[] = [
  { kind: 'present', text: 'in both', occursIn: hasSameFiles },
  { kind: 'different', text: 'different', occursIn: ({ differences }) => differences.different.length > 0 },
  { kind: 'onlyLocal', text: 'only in the folder', occursIn: ({ differences }) => differences.onlyLocal.length > 0 },
  { kind: 'onlyServer', text: 'only on the server', occursIn: ({ differences }) => differences.onlyServer.length > 0 },
  { kind: 'sending', text: 'in the upload queue', occursIn: ({ arriving }) => arriving.length > 0 },
  ...LEGEND.filter(({ kind }) => kind === 'missing' || kind === 'duplicate' || kind === 'unexpected'),
];

/**
 * The legend of a completeness map. Lists only the colours that occur in it. `FindingList` explains
 * unreadable images, which may be found later, so that the legend does not change.
 */
export function MapLegend({ completeness: { lanes, isComparison } }: { readonly completeness: Completeness }) {
  const legend = isComparison ? COMPARISON_LEGEND : LEGEND;
  return (
    <Flex wrap="wrap" gap="0 0.75rem" fz="xs" c="dimmed" aria-hidden>
      {legend
        .filter(({ occursIn }) => lanes.some(occursIn))
        .map(({ kind, text }) => (
          <span key={text}>
            <Swatch kind={kind} />
            <span>{text}</span>
          </span>
        ))}
    </Flex>
  );
}

/** Returns true if some files of the lane are on the server. Those that the upload replaces are drawn below it. */
function hasStoredFiles({ isExpected, present, sending, arriving }: Lane): boolean {
  return isExpected && countInRanges(present) > countInRanges([...sending, ...arriving]);
}

/** Returns true if some files of the lane are the same in the folder and on the server. */
function hasSameFiles({ isExpected, present, arriving, differences }: Lane): boolean {
  const { different, onlyLocal, onlyServer } = differences;
  return isExpected && countInRanges(present) > countInRanges([...arriving, ...different, ...onlyLocal, ...onlyServer]);
}
