import { Button, Text } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { uploadPauseText } from '@data-manager/domain/failures/failureText';
import { pauseOf, type QueueStatus } from '@data-manager/domain/uploads/uploadQueue';
import { counted } from '@data-manager/lib/plural';
import type { WithSession } from '../../session/sessionSlice';
import {
  selectHasWork,
  selectIsCancelling,
  selectIsPaused,
  selectIsPausing,
  selectOwnUploads,
  selectTakenUploads,
  selectUploadsSummary,
  type WithUploads,
} from '../../transfers/uploads/uploadsSelectors';
import { cancelRequested, pauseRequested, resumeRequested, retryRequested } from '../../transfers/uploads/uploadsSlice';
import { CancelButton } from './CancelButton';
import { CommandButton } from './CommandButton';
import { NotifyCheckbox } from './NotifyCheckbox';
import { TakenNames } from './TakenNames';
import { ProgressBar } from './TransferRow';
import classes from './TransfersPanel.module.css';
import { UploadList } from './UploadList';
import { UploadsSummary } from './UploadsSummary';

type State = WithUploads & WithSession;

/** The upload queue. Everything that changes with each progress sample is a component of its own. */
export function UploadsTab() {
  const dispatch = useDispatch();
  const cancelDetail = useSelector(selectCancelDetail);
  const hasWork = useSelector(selectHasWork);
  const retriable = useSelector(
    (state: State) => selectUploadsSummary(state).failed - selectTakenUploads(state).length,
  );
  const pauseReason = useSelector((state: WithUploads) => pauseText(state.uploads.status, selectIsPausing(state)));
  const isPaused = useSelector(selectIsPaused);
  const isCancelling = useSelector(selectIsCancelling);
  return (
    <>
      <div className={classes.head} data-kind="uploads">
        <UploadsSummary />
        {hasWork && <NotifyCheckbox label="Notify me when done" />}
        {retriable > 1 && <CommandButton command="retry" action={() => dispatch(retryRequested({}))} />}
        {(hasWork || isPaused) && (
          <Button
            size="compact-xs"
            disabled={isCancelling}
            onClick={() => dispatch(isPaused ? resumeRequested() : pauseRequested())}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <CancelButton
          variant="default"
          loading={isCancelling}
          detail={cancelDetail}
          onCancel={() => dispatch(cancelRequested())}
        >
          cancel
        </CancelButton>
      </div>
      <OverallProgress />
      <Text size="xs" px="sm" py={4} role="status" display={pauseReason === '' ? 'none' : 'block'}>
        {pauseReason}
      </Text>
      <TakenNames />
      <UploadList />
    </>
  );
}

/** Returns the text that describes what cancelling deletes and what it keeps. */
function selectCancelDetail(state: State): string {
  const left = selectOwnUploads(state).length;
  const done = state.uploads.done.files;
  const cancelled = `${counted(left, 'file')} will be cancelled, and the uploaded parts deleted from the server.`;
  return done === 0 ? cancelled : `${cancelled} ${counted(done, 'finished file')} will be kept.`;
}

/** The progress of the whole queue. */
export function OverallProgress() {
  const percent = useSelector((state: State) => selectUploadsSummary(state).percent);
  return <ProgressBar radius={0} value={percent} aria-label="All uploads" />;
}

/** Returns why the queue is not running; empty while it is. */
function pauseText(status: QueueStatus, isPausing: boolean): string {
  if (status.kind === 'waiting') {
    return status.reason === 'network'
      ? 'Offline. The upload resumes automatically.'
      : 'Signed out. The upload resumes after you sign in.';
  }
  const pause = pauseOf(status);
  if (pause === undefined) return '';
  if (pause.fault !== undefined) return uploadPauseText(pause.fault);
  return isPausing ? 'Pausing… Parts that are nearly sent are finished first.' : 'Paused. Uploaded parts are kept.';
}
