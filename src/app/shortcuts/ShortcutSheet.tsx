import { Modal, Stack, Switch } from '@mantine/core';
import classes from './ShortcutSheet.module.css';
import { SHORTCUTS } from './useShortcuts';

interface ShortcutSheetProps {
  readonly isEnabled: boolean;
  readonly onChange: (isEnabled: boolean) => void;
  readonly onClose: () => void;
}

/** Lists the shortcuts, with a switch that turns them off. */
export function ShortcutSheet({ isEnabled, onChange, onClose }: ShortcutSheetProps) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <table className={classes.keys}>
          <tbody>
            {SHORTCUTS.map(({ key, action }) => (
              <tr key={key}>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{action}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Switch
          label="Use single keys as shortcuts"
          description="In lists, the arrow keys, Home, End, Page Up and Page Down always move, and Space always selects."
          checked={isEnabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
