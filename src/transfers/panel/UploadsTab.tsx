import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { cancelRequested, pauseRequested, resumeRequested, retryRequested } from '../uploads/uploadsSlice';
import {
  selectIsCancelling,
  selectIsPaused,
  selectUploadsSummary,
  type WithUploads,
} from '../uploads/uploadsSelectors';
import { ConfirmCancel } from './ConfirmCancel';
import { NotifyCheckbox } from './NotifyCheckbox';
import classes from './TransfersPanel.module.css';
import { queueWords } from './transferWords';
import { UploadList } from './UploadList';
import { UploadsSummary } from './UploadsSummary';

/** The upload queue: all of it in one line, then file by file. */
export function UploadsTab() {
  const dispatch = useDispatch();
  const [asks, setAsks] = useState(false);
  const { percent, failed, isPausable } = useSelector(selectUploadsSummary);
  const words = useSelector((state: WithUploads) => queueWords(state.uploads));
  const isPaused = useSelector(selectIsPaused);
  const isCancelling = useSelector(selectIsCancelling);
  return (
    <>
      <div className={classes.head}>
        <UploadsSummary />
        {isPausable && <NotifyCheckbox />}
        {failed > 1 && (
          <Button size="compact-xs" variant="light" onClick={() => dispatch(retryRequested({}))}>
            retry
          </Button>
        )}
        {(isPausable || isPaused) && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isCancelling}
            onClick={() => dispatch(isPaused ? resumeRequested() : pauseRequested())}
          >
            {isPaused ? 'resume' : 'pause'}
          </Button>
        )}
        <Button size="compact-xs" variant="default" loading={isCancelling} onClick={() => setAsks(true)}>
          cancel
        </Button>
      </div>
      <Progress className={classes.overall ?? ''} size={4} radius={0} value={percent} aria-label="All uploads" />
      <p role="status" className={classes.hold}>
        {words}
      </p>
      <UploadList />
      <ConfirmCancel opened={asks} onClose={() => setAsks(false)} onConfirm={() => dispatch(cancelRequested())} />
    </>
  );
}
