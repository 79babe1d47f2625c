import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { isUploadActive, type UploadFile } from '../../domain/uploads/upload';
import { uploadPercent, type BytesInFlight } from '../../domain/uploads/uploadProgress';
import { formatBytes } from '../../lib/formatBytes';
import { selectOwnUploads, type WithUploads } from '../uploads/uploadsSelectors';
import { retryRequested } from '../uploads/uploadsSlice';
import { panelWords } from './panelWords';
import { TransferRow } from './TransferRow';
import classes from './TransfersPanel.module.css';
import { uploadWords } from './transferState';

/** Height of a row, px; the stylesheet gives it the same. */
const ROW_PX = 52;
const NOTHING: BytesInFlight = {};

/** The files of the queue. Of thousands only those in sight are in the document. */
export function UploadList() {
  const files = useSelector(selectOwnUploads);
  const inFlight = useSelector((state: WithUploads) => state.uploads.inFlight);
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => files[index]?.id ?? index,
    overscan: 4,
    useFlushSync: false,
  });
  return (
    <div ref={scrollRef} className={classes.scroll}>
      <ul className={classes.virtual} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const file = files[index];
          return (
            file && (
              <li
                key={key}
                className={classes.placed}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={files.length}
              >
                <UploadRow file={file} inFlight={isUploadActive(file) ? inFlight : NOTHING} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

interface UploadRowProps {
  readonly file: UploadFile;
  readonly inFlight: BytesInFlight;
}

/** Remembered: with every file that leaves the queue all others move up, and nothing else about them changes. */
const UploadRow = memo(function UploadRow({ file, inFlight }: UploadRowProps) {
  const dispatch = useDispatch();
  const name = file.newName ?? file.name;
  const isFailed = file.progress.phase === 'failed';
  return (
    <TransferRow
      title={name}
      name={name}
      percent={uploadPercent(file, inFlight)}
      size={formatBytes(file.size)}
      words={uploadWords(file)}
      isFailed={isFailed}
    >
      {isFailed && (
        <Button size="compact-xs" variant="light" onClick={() => dispatch(retryRequested({ id: file.id }))}>
          {panelWords.retryUpload}
        </Button>
      )}
    </TransferRow>
  );
});
