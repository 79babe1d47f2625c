import { Flex } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import type { Completeness } from '@data-manager/domain/completeness/completeness';
import { filmFrames, moveFrame, type FrameMove } from '@data-manager/domain/completeness/filmFrames';
import { stackSections } from '@data-manager/domain/completeness/sectionStack';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { GRID_MOVES } from '../../../ui/gridMoves';
import { hasModifier } from '../../../ui/hasModifier';
import { RowWindow } from '../../../ui/RowWindow';
import { useShownSection } from '../../../widgets/shownSection';
import classes from './Filmstrip.module.css';
import { FilmstripFrame } from './FilmstripFrame';

/** Size of a frame with its distance to the next, px. */
const FRAME = { width: 104, height: 140 } as const;

const MOVES: Readonly<Record<string, FrameMove>> = GRID_MOVES;

interface FilmstripProps {
  /** All files of the dataset. */
  readonly files: readonly FileItem[];
  readonly completeness: Completeness;
}

/** The sections of a dataset as pictures, marked as on its map. Selecting one shows it in the preview. */
export function Filmstrip({ files, completeness }: FilmstripProps) {
  const id = useId();
  const { shown, showSection } = useShownSection();
  const frames = useMemo(() => filmFrames(completeness), [completeness]);
  const stacks = useMemo(() => stackSections(files), [files]);
  const stack = stacks.find(({ layer }) => layer === shown?.layer) ?? stacks[0];
  const size = useElementSize();
  const columns = Math.max(1, Math.floor(size.width / FRAME.width));
  const current = Math.max(
    0,
    frames.findIndex(({ section }) => section === shown?.section),
  );
  const row = Math.floor(current / columns);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current === null ? undefined : revealRow(box.current, row)), [row]);
  const show = (index: number) => {
    const section = frames[index]?.section;
    if (section !== undefined) showSection({ section, layer: stack?.layer });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move === undefined || hasModifier(event)) return;
    event.preventDefault();
    show(moveFrame(current, move, columns, frames.length));
  };
  return (
    <div
      ref={box}
      role="listbox"
      aria-label="Filmstrip"
      aria-orientation="horizontal"
      aria-activedescendant={`${id}-${current}`}
      tabIndex={0}
      className={classes.strip}
      onKeyDown={onKeyDown}
    >
      <RowWindow
        count={Math.ceil(frames.length / columns)}
        scrollRef={box}
        rowHeight={FRAME.height}
        rowKey={String}
        currentIndex={row}
      >
        {({ items, height }) => (
          <div
            ref={size.ref}
            role="presentation"
            style={{ position: 'relative', ...(height !== undefined && { height }) }}
          >
            {items.map(({ index: at, start }) => (
              <Flex
                key={at}
                role="presentation"
                style={{ height: FRAME.height, ...(start !== undefined && { position: 'absolute', top: start }) }}
              >
                {frames.slice(at * columns, (at + 1) * columns).map((frame, place) => {
                  const index = at * columns + place;
                  return (
                    <FilmstripFrame
                      key={frame.section}
                      id={`${id}-${index}`}
                      frame={frame}
                      image={stack?.channels.map((channel) => stack.imageOf(frame.section, channel)).find(Boolean)}
                      isShown={frame.section === shown?.section}
                      position={index + 1}
                      count={frames.length}
                      onShow={() => show(index)}
                    />
                  );
                })}
              </Flex>
            ))}
          </div>
        )}
      </RowWindow>
    </div>
  );
}

/** Scrolls the strip, but not the page. */
function revealRow(box: HTMLDivElement, row: number): void {
  const top = row * FRAME.height;
  const isVisible = top >= box.scrollTop && top + FRAME.height <= box.scrollTop + box.clientHeight;
  if (!isVisible) box.scrollTop = top - (box.clientHeight - FRAME.height) / 2;
}
