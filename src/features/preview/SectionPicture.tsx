import { ActionIcon } from '@mantine/core';
import { IconPhotoOff, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { useRef } from 'react';
import { WHOLE_VIEW, zoomView } from '../../domain/pictures/pictureView';
import classes from './SectionPreview.module.css';
import { paintingWords, type ShownChannel } from './shownChannels';
import { usePainting } from './usePainting';
import { usePictureView, ZOOM_STEP } from './usePictureView';

interface SectionPictureProps {
  readonly section: number;
  readonly channels: readonly ShownChannel[];
}

/** From this enlargement on, the picture's pixels are seen one by one. */
const PIXELS_FROM_SCALE = 6;

/** The composite in a black frame. While the next one is on its way, the last one stays, dimmed. */
export function SectionPicture({ section, channels }: SectionPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, changeView] = usePictureView(frame);
  const isLoading = channels.some(({ status }) => status === 'loading');
  const isPainted = usePainting(canvas, channels);
  const isEmpty = !isLoading && !isPainted;
  return (
    <div className={classes.picture}>
      <div
        ref={frame}
        role="application"
        aria-label="Picture"
        aria-roledescription="zoomable picture"
        aria-keyshortcuts="Plus - 0 ArrowLeft ArrowRight ArrowUp ArrowDown"
        aria-busy={isLoading}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved by keys
        tabIndex={0}
        className={classes.frame}
        data-zoomed={view.scale > 1 || undefined}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={paintingWords(section, channels)}
          className={classes.canvas}
          data-waiting={isLoading || undefined}
          data-empty={isEmpty || undefined}
          data-pixels={view.scale >= PIXELS_FROM_SCALE || undefined}
          style={{ transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.scale})` }}
        />
        {isEmpty && <IconPhotoOff className={classes.placeholder} size={32} stroke={1.25} aria-hidden />}
        {isLoading && <span className={classes.progress} aria-hidden />}
      </div>
      <ActionIcon.Group className={classes.zoom ?? ''}>
        <ActionIcon
          size="sm"
          variant="default"
          aria-label="Zoom in"
          onClick={() => changeView((now) => zoomView(now, ZOOM_STEP))}
        >
          <IconZoomIn size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="sm"
          variant="default"
          aria-label="Zoom out"
          disabled={view.scale === 1}
          onClick={() => changeView((now) => zoomView(now, 1 / ZOOM_STEP))}
        >
          <IconZoomOut size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="sm"
          variant="default"
          aria-label="Fit to window"
          disabled={view.scale === 1}
          onClick={() => changeView(() => WHOLE_VIEW)}
        >
          <IconZoomReset size={14} aria-hidden />
        </ActionIcon>
      </ActionIcon.Group>
    </div>
  );
}
