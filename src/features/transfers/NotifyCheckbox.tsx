import { Checkbox } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { notificationsRequested, type WithPanel } from '../../transfers/panel/panelSlice';

/** Turns notifications on and off. The tabs of uploads and folders have one setting in common. */
export function NotifyCheckbox({ label }: { readonly label: string }) {
  const dispatch = useDispatch();
  const notifies = useSelector((state: WithPanel) => state.panel.notifies);
  return (
    <Checkbox
      size="xs"
      label={label}
      checked={notifies}
      onChange={(event) => dispatch(notificationsRequested({ wanted: event.currentTarget.checked }))}
    />
  );
}
