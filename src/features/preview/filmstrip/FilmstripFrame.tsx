import { Text, VisuallyHidden } from '@mantine/core';
import { frameText, type FilmFrame } from '@data-manager/domain/completeness/filmFrames';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { Thumbnail } from '../thumbnails/Thumbnail';
import classes from './Filmstrip.module.css';

interface FilmstripFrameProps {
  readonly id: string;
  readonly frame: FilmFrame;
  /** The image that stands for the section; undefined if it has none in this layer. */
  readonly image: FileItem | undefined;
  readonly isShown: boolean;
  /** From 1. */
  readonly position: number;
  readonly count: number;
  readonly onShow: () => void;
}

/** A section with its picture, its number, and what is to be said of it. */
export function FilmstripFrame({ id, frame, image, isShown, position, count, onShow }: FilmstripFrameProps) {
  const [mark] = frame.marks[0] ?? [];
  return (
    // The keys belong to the strip, which has the focus.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isShown}
      aria-posinset={position}
      aria-setsize={count}
      className={classes.frame}
      data-mark={mark}
      data-gap={frame.isGap || undefined}
      onClick={onShow}
    >
      <span className={classes.picture} aria-hidden>
        {image !== undefined && <Thumbnail file={image} />}
      </span>
      <div>
        <span>
          <VisuallyHidden>Section </VisuallyHidden>
          <span translate="no">{frame.section}</span>
        </span>
        <Text span inherit c="dimmed" ms={6}>
          {frameText(frame)}
        </Text>
      </div>
    </div>
  );
}
