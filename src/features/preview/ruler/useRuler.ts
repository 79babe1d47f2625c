import { useState, type RefObject } from 'react';
import { pictureAt, type FramePoint, type PictureView } from '@data-manager/domain/pictures/pictureView';
import { clampLine, scaleLine, type PictureLine } from '@data-manager/domain/pictures/ruler/pictureLine';
import type { SectionGeometry } from '../picture/sectionGeometry';

const FIRST_FROM: FramePoint = { x: -0.25, y: 0 };
const FIRST_TO: FramePoint = { x: 0.25, y: 0 };

/** Returns the line through the middle half of a section. */
function middleLine({ width, height }: SectionGeometry): PictureLine {
  return { from: { x: width / 4, y: height / 2 }, to: { x: (3 * width) / 4, y: height / 2 } };
}

/** Keeps the ruler's line at its place of the section, whichever channels and sections are visible. */
export function useRuler(frame: RefObject<HTMLElement | null>, geometry: SectionGeometry | undefined) {
  const [isOn, setIsOn] = useState(false);
  /** In pixels of the section's finest image. */
  const [kept, setKept] = useState<PictureLine>();
  const lineIn = (section: SectionGeometry): PictureLine =>
    kept === undefined ? middleLine(section) : clampLine(scaleLine(kept, 1 / section.unit), section);
  const change = (line: PictureLine): void => {
    if (geometry !== undefined) setKept(scaleLine(clampLine(line, geometry), geometry.unit));
  };
  const draw = (view: PictureView, from: FramePoint, to: FramePoint): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || geometry === undefined) return;
    change({ from: pictureAt(view, from, box, geometry), to: pictureAt(view, to, box, geometry) });
  };
  return {
    isOn,
    /** In pixels of the geometry. Undefined while the ruler is off. */
    line: isOn && geometry !== undefined ? lineIn(geometry) : undefined,
    /** Shows the last line again, at first one through the middle of the view, or of the section while no picture is shown. */
    toggle: (view: PictureView) => {
      if (!isOn && kept === undefined) draw(view, FIRST_FROM, FIRST_TO);
      setIsOn(!isOn);
    },
    change,
    /** Draws a line between two points of the frame. */
    draw,
  };
}
