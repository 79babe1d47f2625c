import { Button, Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { saveRecordingRequested } from '../transferReducers';
import classes from './history.module.css';
import { historyWords } from './historyWords';

/** Saves what the transfers of this page did: here it is in reach when nothing is in the queue any more. */
export function RecordingAction() {
  const dispatch = useDispatch();
  return (
    <div className={classes.recording}>
      <Text size="xs" c="dimmed">
        {historyWords.aboutRecording}
      </Text>
      <Button size="xs" variant="default" onClick={() => dispatch(saveRecordingRequested())}>
        Save transfer recording
      </Button>
    </div>
  );
}
