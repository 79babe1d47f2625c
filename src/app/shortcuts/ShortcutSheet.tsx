import { Modal, Stack, Switch } from '@mantine/core';
import { appWords } from '../appWords';
import { SHORTCUTS } from './shortcuts';
import classes from './ShortcutSheet.module.css';
import { shortcutSheetWords } from './shortcutSheetWords';

interface ShortcutSheetProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}

/** What single keys do, and the switch that takes them away. */
export function ShortcutSheet({ isOn, onSwitch, onClose }: ShortcutSheetProps) {
  return (
    <Modal opened onClose={onClose} title={appWords.keyboardShortcuts} closeButtonProps={{ 'aria-label': 'Close' }}>
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
          label={shortcutSheetWords.useSingleKeys}
          description={shortcutSheetWords.otherKeys}
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
