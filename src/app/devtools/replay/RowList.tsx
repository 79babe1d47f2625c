import { Box } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { RowWindow } from '../../../ui/RowWindow';
import type { RowScroller } from '../../../ui/VirtualRows';

interface RowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Height of a row until it is measured, px. */
  readonly rowHeight: number;
  /** The row that is kept in view; -1 for none. */
  readonly current: number;
  readonly renderRow: (row: Row, index: number) => ReactNode;
}

/** A list that scrolls and mounts the visible rows. */
export function RowList<Row>({ label, rows, rowHeight, current, renderRow }: RowListProps<Row>) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const [scroller, setScroller] = useState<RowScroller | null>(null);
  useEffect(() => {
    if (current >= 0) scroller?.scrollToRow(current);
    // All rows of a short list are mounted.
    if (scroller === null)
      scrollRef.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: 'nearest' });
  }, [scroller, current, rows]);
  return (
    <Box ref={scrollRef} flex={1} mih={0} style={{ overflow: 'auto' }}>
      <RowWindow
        ref={setScroller}
        count={rows.length}
        scrollRef={scrollRef}
        rowHeight={rowHeight}
        rowKey={String}
        currentIndex={Math.max(current, 0)}
      >
        {({ items, height, measureRow }) => (
          <div role="list" aria-label={label} style={{ position: 'relative', height }}>
            {items.map(({ index, start: top }) => (
              <div
                key={index}
                role="listitem"
                ref={measureRow}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                style={top === undefined ? undefined : { position: 'absolute', insetInline: 0, top }}
              >
                {rows[index] !== undefined && renderRow(rows[index], index)}
              </div>
            ))}
          </div>
        )}
      </RowWindow>
    </Box>
  );
}
