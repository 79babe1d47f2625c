import { Button, Text } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { saveRecordingRequested } from '../../transfers/saveRecordingRequested';
import classes from './history.module.css';

/** Saves a recording. The panel offers the same, but closes when the queues are empty. */
export function RecordingAction() {
  const dispatch = useDispatch();
  return (
    <div className={classes.recording}>
      <Text size="xs" c="dimmed">
        Having trouble? Save a recording for support.
      </Text>
      <Button size="xs" variant="default" onClick={() => dispatch(saveRecordingRequested())}>
        Save transfer recording
      </Button>
    </div>
  );
}
