import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { memo, useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { adjacentSection } from '@data-manager/domain/completeness/sectionStack';
import { gapsBetween, nearestTo, type NumberRange } from '@data-manager/domain/numberRange';
import classes from './SectionSlider.module.css';

/** Wheel distance per section, px. A notch of a mouse wheel is longer and still counts once. */
const WHEEL_STEP = 40;
/** The slider snaps to a section with images within this share of its length: a pointer cannot distinguish them. */
const SNAP_SHARE = 1 / 200;

interface SectionSliderProps {
  /** The ends of the slider. */
  readonly span: NumberRange;
  /** Sections with images, ascending. */
  readonly sections: readonly number[];
  readonly section: number;
  readonly onChange: (section: number) => void;
}

/**
 * Selects a section by mouse, wheel or keyboard. Sections without images are gaps on the slider: they can be selected by
 * pointing, while buttons, arrow keys and wheel skip them.
 */
export function SectionSlider({ span, sections, section, onChange }: SectionSliderProps) {
  const slider = useRef<HTMLDivElement>(null);
  const previous = adjacentSection(sections, section, -1);
  const next = adjacentSection(sections, section, 1);
  const isGap = !sections.includes(section);
  const goTo = (to: number | undefined) => {
    if (to !== undefined && to !== section) onChange(to);
  };
  const step = useEffectEvent((by: number) => goTo(by > 0 ? next : previous));
  useEffect(() => (slider.current === null ? undefined : listenToWheel(slider.current, step)), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: previous, ArrowDown: previous, ArrowRight: next, ArrowUp: next };
    if (!(event.key in to)) return;
    event.preventDefault();
    goTo(to[event.key as keyof typeof to]);
  };
  const reach = Math.floor((span.last - span.first) * SNAP_SHARE);
  const snap = (to: number): number => {
    const nearest = nearestTo(to, sections);
    return Math.abs(nearest - to) <= reach ? nearest : to;
  };
  const button = (label: string, Icon: TablerIcon, to: number | undefined) => (
    <ActionIcon size="sm" color="cyan" aria-label={label} disabled={to === undefined} onClick={() => goTo(to)}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );

  return (
    <div ref={slider} className={classes.slider}>
      {button('Previous section', IconChevronLeft, previous)}
      <div className={classes.track}>
        <Gaps {...span} sections={sections} />
        <input
          type="range"
          aria-label="Section"
          aria-valuetext={`Section ${section}${isGap ? ', no images' : ''}`}
          min={span.first}
          max={span.last}
          value={Math.min(span.last, Math.max(span.first, section))}
          disabled={span.first === span.last}
          className={classes.range}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => goTo(snap(currentTarget.valueAsNumber))}
        />
      </div>
      {button('Next section', IconChevronRight, next)}
      <span translate="no" className={classes.ends} aria-hidden>
        <span>{span.first}</span>
        <span>{span.last}</span>
      </span>
    </div>
  );
}

/** Minimum width of a gap, as a share of the slider. */
const MIN_GAP_SHARE = 1 / 300;

/** Draws the sections without images on the track, centred on their position. Memoized, since there may be thousands. */
const Gaps = memo(function Gaps({
  first: start,
  last: end,
  sections,
}: NumberRange & Pick<SectionSliderProps, 'sections'>) {
  const length = end - start;
  const gaps = gapsBetween([start - 1, ...sections, end + 1]).filter(({ first, last }) => first <= last);
  return (
    <svg
      className={classes.gaps}
      viewBox={`0 0 ${Math.max(1, length)} 1`}
      preserveAspectRatio="none"
      data-testid="gaps"
      data-count={gaps.length}
      aria-hidden
    >
      <path className={classes.trackLine} d={`M0 0H${Math.max(1, length)}V1H0z`} />
      {gaps.map(({ first, last }) => {
        const width = Math.max(last - first + 1, length * MIN_GAP_SHARE);
        const middle = (first + last) / 2 - start;
        return <path key={first} className={classes.gap} d={`M${middle - width / 2} 0h${width}v1h${-width}z`} />;
      })}
    </svg>
  );
});

/** Adds a native listener: React's wheel listeners are passive and cannot prevent scrolling. */
function listenToWheel(element: HTMLElement, step: (by: number) => void): () => void {
  let distance = 0;
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) return;
    event.preventDefault();
    distance += event.deltaY + event.deltaX;
    if (Math.abs(distance) < WHEEL_STEP) return;
    step(Math.sign(distance));
    distance = 0;
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => element.removeEventListener('wheel', onWheel);
}
