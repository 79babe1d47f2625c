import { useElementSize } from '@mantine/hooks';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { frameAt, pictureAt, type PicturePoint, type PictureView } from '@data-manager/domain/pictures/pictureView';
import type { PictureLine } from '@data-manager/domain/pictures/ruler/pictureLine';
import { hasModifier } from '../../../ui/hasModifier';
import { framePoint } from '../picture/usePictureView';
import classes from './Ruler.module.css';

interface RulerLineProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly view: PictureView;
  readonly picture: PictureSize;
  readonly line: PictureLine;
  readonly onChange: (line: PictureLine) => void;
  /** Handles the keys that do not move an end. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The ruler's line over the picture. Its ends can be dragged, or moved by the arrow keys. */
export function RulerLine({ frame, view, picture, line, onChange, onKeyDown }: RulerLineProps) {
  const { ref, width, height } = useElementSize();
  const isMeasured = width > 0 && height > 0;
  const placeOf = (point: PicturePoint) => {
    const { x, y } = frameAt(view, point, { width, height }, picture);
    return { left: `${(x + 0.5) * 100}%`, top: `${(y + 0.5) * 100}%` };
  };
  const from = placeOf(line.from);
  const to = placeOf(line.to);
  const ends = { frame, view, picture, onKeyDown };
  return (
    <div ref={ref} className={classes.layer}>
      {isMeasured && (
        <>
          <svg className={classes.line} aria-hidden>
            <line x1={from.left} y1={from.top} x2={to.left} y2={to.top} data-outline />
            <line x1={from.left} y1={from.top} x2={to.left} y2={to.top} />
          </svg>
          <RulerEnd
            {...ends}
            label="Ruler start"
            point={line.from}
            place={from}
            onChange={(point) => onChange({ ...line, from: point })}
          />
          <RulerEnd
            {...ends}
            label="Ruler end"
            point={line.to}
            place={to}
            onChange={(point) => onChange({ ...line, to: point })}
          />
        </>
      )}
    </div>
  );
}

interface RulerEndProps extends Pick<RulerLineProps, 'frame' | 'view' | 'picture' | 'onKeyDown'> {
  readonly label: string;
  readonly point: PicturePoint;
  readonly place: { readonly left: string; readonly top: string };
  readonly onChange: (point: PicturePoint) => void;
}

/** Pixels per key press with Shift. */
const LARGE_STEP = 10;

const ARROWS: Readonly<Record<string, PicturePoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function RulerEnd({ frame, view, picture, label, point, place, onChange, onKeyDown }: RulerEndProps) {
  const onKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || hasModifier(event)) {
      onKeyDown(event);
      return;
    }
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : 1;
    onChange({ x: point.x + arrow.x * step, y: point.y + arrow.y * step });
  };
  const onPointerMove = (event: PointerEvent) => {
    const element = frame.current;
    if (element === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onChange(pictureAt(view, framePoint(element, event.nativeEvent), element.getBoundingClientRect(), picture));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={picture.width}
      aria-valuenow={Math.round(point.x)}
      aria-valuetext={`${Math.round(point.x)}, ${Math.round(point.y)}`}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
      className={classes.end}
      style={place}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
    />
  );
}
