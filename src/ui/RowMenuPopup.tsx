import { ActionIcon, Menu } from '@mantine/core';
import { IconCertificate, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useLateMenu } from './useLateMenu';

/** The items of row menus. */
const ITEMS = {
  rename: { label: 'Rename', Icon: IconPencil, color: undefined },
  proof: { label: 'Proof', Icon: IconCertificate, color: undefined },
  delete: { label: 'Delete', Icon: IconTrash, color: 'var(--mantine-color-error)' },
} as const;

/** An item of a row menu. */
export type RowAction = keyof typeof ITEMS;

export interface RowMenuPopupProps {
  readonly label: string;
  readonly actions: readonly RowAction[];
  readonly tabIndex: 0 | -1;
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onChoose: (action: RowAction) => void;
}

/** The menu of a row with its button. It replaces the button that `RowMenu` shows until the menu has loaded. */
export function RowMenuPopup(props: RowMenuPopupProps) {
  const { label, actions, tabIndex, onOpen, onClose, onChoose } = props;
  const { button, opened, refocus } = useLateMenu(props.opened);
  const choose = (action: RowAction) => {
    refocus();
    onChoose(action);
  };
  return (
    <Menu position="bottom-end" opened={opened} onOpen={onOpen} onClose={onClose}>
      <Menu.Target>
        <ActionIcon ref={button} tabIndex={tabIndex} aria-label={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const { label: text, Icon, color } = ITEMS[action];
          return (
            <Menu.Item
              key={action}
              {...(color !== undefined && { c: color })}
              leftSection={<Icon size={14} aria-hidden />}
              onClick={() => choose(action)}
            >
              {text}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
