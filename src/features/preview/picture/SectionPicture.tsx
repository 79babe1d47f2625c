import { IconPhotoOff, IconRuler2 } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { PicturePainter } from '../../../platform/pictures/openedPictures';
import { hasModifier } from '../../../ui/hasModifier';
import { useStable } from '../../../ui/useStable';
import {
  describePainting,
  isSamePainting,
  paintingOf,
  type Painting,
  type ShownChannel,
} from '../channels/shownChannels';
import { SharpLayer } from '../pixels/SharpLayer';
import { RulerLine } from '../ruler/RulerLine';
import { RulerPanel } from '../ruler/RulerPanel';
import { useRuler } from '../ruler/useRuler';
import { PictureReadout } from './PictureReadout';
import { ToolButton, ZoomButtons } from './PictureTools';
import type { SectionGeometry } from './sectionGeometry';
import classes from './SectionPicture.module.css';
import { usePainter } from './usePainter';
import { usePictureView } from './usePictureView';

interface SectionPictureProps {
  readonly section: number;
  readonly channels: readonly ShownChannel[];
  /** Edge of a pixel of the original image, µm. */
  readonly pixelSize: number | undefined;
  /** Further buttons beside the zoom. */
  readonly tools?: ReactNode;
  /** Covers the picture, for example if there is none. */
  readonly notice?: ReactNode;
  /** Handles the keys that neither zoom nor pan. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** From this zoom on, pixels are drawn without smoothing. */
const PIXELS_FROM_SCALE = 6;

/** The composite picture with its tools. While the next section loads, the previous one stays visible, dimmed. */
export function SectionPicture({ section, channels, pixelSize, tools, notice, onKeyDown }: SectionPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isLoading = channels.some(({ status }) => status === 'loading');
  const geometry = usePainting(canvas, channels);
  const ruler = useRuler(frame, geometry);
  const [view, changeView, zoom] = usePictureView(frame, geometry, ruler.isOn ? ruler.draw : undefined);
  const isEmpty = !isLoading && geometry === undefined;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'r' || hasModifier(event)) {
      onKeyDown(event);
      return;
    }
    event.preventDefault();
    ruler.toggle(view);
  };
  return (
    <>
      <div className={classes.picture} data-ruler={ruler.isOn || undefined}>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has keyboard controls */}
        <div
          ref={frame}
          role="application"
          aria-label="Picture"
          aria-roledescription="zoomable picture"
          aria-keyshortcuts="Plus - 0 ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown 1 2 3 4 5 6 7 8 9 f r"
          aria-busy={isLoading}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has keyboard controls
          tabIndex={0}
          className={classes.frame}
          data-zoomed={view.scale > 1 || undefined}
          data-ruler={ruler.isOn || undefined}
          onKeyDown={onKey}
        >
          <canvas
            ref={canvas}
            role="img"
            aria-label={describePainting(section, channels)}
            className={classes.canvas}
            data-waiting={isLoading || undefined}
            data-empty={isEmpty || undefined}
            data-pixels={view.scale >= PIXELS_FROM_SCALE || undefined}
            style={{ transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.scale})` }}
          />
          {geometry !== undefined && !isLoading && <SharpLayer view={view} geometry={geometry} channels={channels} />}
          {isEmpty && notice === undefined && (
            <IconPhotoOff className={classes.placeholder} size={32} stroke={1.25} aria-hidden />
          )}
          {isLoading && <span className={classes.progress} aria-hidden />}
        </div>
        {notice !== undefined && <div className={classes.notice}>{notice}</div>}
        {geometry !== undefined && (
          <PictureReadout
            frame={frame}
            view={view}
            geometry={geometry}
            channels={channels}
            pixelSize={pixelSize}
            isLoading={isLoading}
          />
        )}
        {geometry !== undefined && ruler.line !== undefined && (
          <RulerLine
            frame={frame}
            view={view}
            picture={geometry}
            line={ruler.line}
            onChange={ruler.change}
            onKeyDown={onKey}
          />
        )}
        <div className={classes.zoom}>
          <ToolButton
            label="Ruler"
            icon={IconRuler2}
            variant={ruler.isOn ? 'filled' : 'default'}
            color="cyan"
            aria-pressed={ruler.isOn}
            aria-keyshortcuts="r"
            onClick={() => ruler.toggle(view)}
          />
          <ZoomButtons isFitted={view.scale === 1} onChange={changeView} onZoom={zoom} />
          {tools}
        </div>
      </div>
      {geometry !== undefined && ruler.line !== undefined && (
        <RulerPanel line={ruler.line} geometry={geometry} channels={channels} pixelSize={pixelSize} />
      )}
    </>
  );
}

/** An empty canvas. */
const EMPTY_SIZE = { width: 1, height: 1 };

/**
 * Paints the visible channels once all of them are loaded. Until then the canvas keeps the previous section, or, without
 * one, shows each channel as it arrives. Does not repaint when only neighbours have been prefetched.
 *
 * @returns the geometry of the section; undefined if there is nothing to paint
 */
function usePainting(
  canvas: RefObject<HTMLCanvasElement | null>,
  channels: readonly ShownChannel[],
): SectionGeometry | undefined {
  const painter = usePainter(canvas);
  const isComplete = useRef(false);
  const painted = useRef<{ readonly by: PicturePainter; readonly painting: Painting }>(undefined);
  const isLoading = channels.some(({ status }) => status === 'loading');
  const painting = useMemo(() => paintingOf(channels), [channels]);

  useLayoutEffect(() => {
    if (painter === undefined || (isLoading && isComplete.current)) return;
    const last = painted.current?.by === painter ? painted.current.painting : undefined;
    if (painting === undefined && !isLoading) painter.paint([], EMPTY_SIZE);
    else if (painting !== undefined && !(last && isSamePainting(last, painting))) {
      painter.paint(painting.layers, painting.size);
    }
    painted.current = painting && { by: painter, painting };
    isComplete.current = painting !== undefined && !isLoading;
  }, [painter, painting, isLoading]);
  return useStable(painting?.geometry, JSON.stringify);
}
