import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './SectionPreview.module.css';

/** Wheel distance per section, px. A notch of a mouse wheel is longer and still counts once. */
const WHEEL_STEP = 40;

interface SectionSliderProps {
  /** Ascending. */
  readonly sections: readonly number[];
  readonly section: number;
  readonly onChange: (section: number) => void;
}

/** Selects a section by mouse, wheel or keyboard. Skips sections without images. */
export function SectionSlider({ sections, section, onChange }: SectionSliderProps) {
  const slider = useRef<HTMLDivElement>(null);
  const at = sections.indexOf(section);
  const last = sections.length - 1;
  const goTo = (index: number) => {
    const chosen = sections[Math.min(last, Math.max(0, index))];
    if (chosen !== undefined && chosen !== section) onChange(chosen);
  };
  const step = useEffectEvent((by: number) => goTo(at + by));
  useEffect(() => (slider.current === null ? undefined : listenToWheel(slider.current, step)), []);
  return (
    <div ref={slider} className={classes.slider}>
      <ActionIcon
        size="sm"
        variant="subtle"
        aria-label="Previous section"
        disabled={at <= 0}
        onClick={() => goTo(at - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <input
        type="range"
        aria-label="Section"
        aria-valuetext={`Section ${section}`}
        min={0}
        max={last}
        value={at}
        disabled={last < 1}
        className={classes.range}
        onChange={({ currentTarget }) => goTo(currentTarget.valueAsNumber)}
      />
      <ActionIcon
        size="sm"
        variant="subtle"
        aria-label="Next section"
        disabled={at >= last}
        onClick={() => goTo(at + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
      <span className={classes.ends} aria-hidden>
        <span>{sections[0]}</span>
        <span>{sections[last]}</span>
      </span>
    </div>
  );
}

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
