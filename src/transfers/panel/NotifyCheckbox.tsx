import { Checkbox } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { notificationsRequested, type WithPanel } from './panelSlice';
import { panelWords } from './panelWords';

/** Whether the person wants to be told when the queue is done and they look elsewhere. */
export function NotifyCheckbox() {
  const dispatch = useDispatch();
  const notifies = useSelector((state: WithPanel) => state.panel.notifies);
  return (
    <Checkbox
      size="xs"
      label={panelWords.notifyMe}
      checked={notifies}
      onChange={(event) => dispatch(notificationsRequested({ wanted: event.currentTarget.checked }))}
    />
  );
}
