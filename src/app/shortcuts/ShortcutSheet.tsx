import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core';
import { usePorts } from '../../platform/portsContext';
import classes from './ShortcutSheet.module.css';
import { SHORTCUTS } from './useShortcuts';

interface ShortcutSheetProps {
  readonly isEnabled: boolean;
  readonly onChange: (isEnabled: boolean) => void;
  readonly onClose: () => void;
}

/** The keys of the section preview while its picture has the focus. */
const PICTURE_KEYS = [
  { keys: ['←', '→'], action: 'Previous or next section; pan while zoomed in' },
  { keys: ['Page Up', 'Page Down'], action: 'Previous or next section' },
  { keys: ['1', '…', '9'], action: 'Show or hide a channel' },
  { keys: ['+', '−', '0'], action: 'Zoom in, zoom out, fit to window' },
  { keys: ['r'], action: 'Ruler; arrow keys move its ends, with Shift by ten pixels' },
  { keys: ['f'], action: 'Full screen' },
] as const;

/** Lists the shortcuts, with a switch that turns them off. */
export function ShortcutSheet({ isEnabled, onChange, onClose }: ShortcutSheetProps) {
  const { folders } = usePorts();
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <Stack gap="md">
        <KeyTable rows={SHORTCUTS.map(({ key, action }) => ({ keys: [key], action }))} />
        <Switch
          label="Use single keys as shortcuts"
          description="In lists, the arrow keys, Home, End, Page Up and Page Down always move, and Space always selects."
          checked={isEnabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <KeyTable title="In the section picture" rows={PICTURE_KEYS} />
        {!folders.areOffered() && (
          <Text size="xs" c="dimmed">
            This browser can’t download into a folder or follow one. Use Chrome, Edge or another browser with the File
            System Access API.
          </Text>
        )}
      </Stack>
    </Modal>
  );
}

interface KeyTableProps {
  readonly title?: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly action: string }[];
}

function KeyTable({ title, rows }: KeyTableProps) {
  return (
    <table className={classes.keys}>
      {title !== undefined && <caption>{title}</caption>}
      <tbody>
        {rows.map(({ keys, action }) => (
          <tr key={action + keys.join('')}>
            <th scope="row" translate="no">
              <Group gap={4} wrap="nowrap">
                {keys.map((key) => (key === '…' ? key : <Kbd key={key}>{key}</Kbd>))}
              </Group>
            </th>
            <td>{action}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
