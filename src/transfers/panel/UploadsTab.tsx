import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { WithSession } from '../../session/sessionSlice';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import {
  selectHasWork,
  selectIsCancelling,
  selectIsPaused,
  selectUploadsSummary,
  type WithUploads,
} from '../uploads/uploadsSelectors';
import { cancelRequested, pauseRequested, resumeRequested, retryRequested } from '../uploads/uploadsSlice';
import { NotifyCheckbox } from './NotifyCheckbox';
import { OverallProgress } from './OverallProgress';
import { panelWords } from './panelWords';
import classes from './TransfersPanel.module.css';
import { queueWords } from './transferState';
import { UploadList } from './UploadList';
import { UploadsSummary } from './UploadsSummary';

type State = WithUploads & WithSession;

/** The upload queue: all of it in one line, then file by file. What changes with every step draws itself. */
export function UploadsTab() {
  const dispatch = useDispatch();
  const [asks, setAsks] = useState(false);
  const hasWork = useSelector(selectHasWork);
  const failed = useSelector((state: State) => selectUploadsSummary(state).failed);
  const words = useSelector((state: WithUploads) => queueWords(state.uploads));
  const isPaused = useSelector(selectIsPaused);
  const isCancelling = useSelector(selectIsCancelling);
  return (
    <>
      <div className={classes.head}>
        <UploadsSummary />
        {hasWork && <NotifyCheckbox />}
        {failed > 1 && (
          <Button size="compact-xs" variant="light" onClick={() => dispatch(retryRequested({}))}>
            {panelWords.retryUpload}
          </Button>
        )}
        {(hasWork || isPaused) && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isCancelling}
            onClick={() => dispatch(isPaused ? resumeRequested() : pauseRequested())}
          >
            {isPaused ? panelWords.resumeUpload : panelWords.pauseUpload}
          </Button>
        )}
        <Button size="compact-xs" variant="default" loading={isCancelling} onClick={() => setAsks(true)}>
          {panelWords.cancelUpload}
        </Button>
      </div>
      <OverallProgress />
      <p role="status" className={classes.hold}>
        {words}
      </p>
      <UploadList />
      <ConfirmDialog opened={asks} onClose={() => setAsks(false)} onConfirm={() => dispatch(cancelRequested())}>
        {panelWords.confirmCancel}
      </ConfirmDialog>
    </>
  );
}
