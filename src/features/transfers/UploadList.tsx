import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { isTaken, isUploadActive, sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import { shownBytes, uploadPercent } from '@data-manager/domain/uploads/uploadProgress';
import { pauseOf, type QueueStatus } from '@data-manager/domain/uploads/uploadQueue';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { matchPhase } from '@data-manager/lib/match';
import { selectOwnUploads, type WithUploads } from '../../transfers/uploads/uploadsSelectors';
import { retryRequested } from '../../transfers/uploads/uploadsSlice';
import { TakenNameButtons } from './TakenNames';
import { TransferRow } from './TransferRow';
import classes from './TransfersPanel.module.css';

/** Height of a row in pixels, as in the stylesheet. */
const ROW_PX = 52;

/** The files of the queue, virtualized. */
export function UploadList() {
  const files = useSelector(selectOwnUploads);
  const queueStatus = useSelector((state: WithUploads) => state.uploads.status);
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
    useFlushSync: false,
  });
  return (
    <div
      ref={scrollRef}
      className={classes.scroll}
      role="group"
      aria-label="Files in the queue"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- files that wait have no buttons, so no key would scroll them
      tabIndex={0}
    >
      <ul className={classes.virtual} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const file = files[index];
          return (
            file && (
              <li
                // Not the virtualizer's key: it would compute the positions of all files again whenever `files` changes.
                key={file.id}
                className={classes.placed}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={files.length}
              >
                <UploadRow file={file} status={statusText(file, queueStatus)} />
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
  readonly status: string;
}

/** Memoized: when a file leaves the queue, the others only move up. */
const UploadRow = memo(function UploadRow({ file, status }: UploadRowProps) {
  const dispatch = useDispatch();
  const name = file.newName ?? file.name;
  const isFailed = file.progress.phase === 'failed';
  return (
    <TransferRow
      title={name}
      name={name}
      percent={uploadPercent(file)}
      size={formatBytes(file.size)}
      status={status}
      isFailed={isFailed}
      commands={isFailed && !isTaken(file) ? ['retry'] : []}
      actions={{ retry: () => dispatch(retryRequested({ id: file.id })) }}
    >
      {isTaken(file) && <TakenNameButtons id={file.id} />}
    </TransferRow>
  );
});

/** Returns the state of a file; in a queue that is not running, that of the queue. */
function statusText(file: UploadFile, queue: QueueStatus): string {
  const isPaused = pauseOf(queue) !== undefined;
  if (isUploadActive(file)) {
    if (isPaused) return 'Pausing…';
    if (queue.kind === 'waiting') return queue.reason === 'network' ? 'Offline' : 'Signed out';
  }
  return matchPhase(file.progress, {
    waiting: () => (isPaused && (sessionOf(file) !== undefined || shownBytes(file) > 0) ? 'Paused' : 'Waiting'),
    starting: () => 'Starting',
    uploading: () => 'Uploading',
    completing: () => 'Finalising',
    failed: ({ failure }) => failureNotice(failure).text,
  });
}
