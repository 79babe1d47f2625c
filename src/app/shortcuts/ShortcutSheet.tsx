import { Modal, Stack, Switch } from '@mantine/core';
import { SHORTCUTS } from './shortcuts';
import classes from './ShortcutSheet.module.css';

interface ShortcutSheetProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}

/** What single keys do, and the switch that takes them away. */
export function ShortcutSheet({ isOn, onSwitch, onClose }: ShortcutSheetProps) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <table className={classes.keys}>
          <tbody>
            {SHORTCUTS.map(({ key, words }) => (
              <tr key={key}>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{words}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Switch
          label="Use single keys as shortcuts"
          description="In a list, the arrow keys, Home, End and Page Up or Down move, and Space selects, in any case."
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
