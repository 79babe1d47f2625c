import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

export type ProjectAction = 'rename' | 'delete';

interface ProjectMenuPopupProps {
  readonly label: string;
  readonly tabIndex: 0 | -1;
  readonly opened: boolean;
  readonly onOpenedChange: (opened: boolean) => void;
  /** Whether the button that stood here until now had the focus. */
  readonly takesFocus: boolean;
  readonly onChoose: (action: ProjectAction) => void;
}

/** The button of a project's row with its menu. */
export function ProjectMenuPopup({
  label,
  tabIndex,
  opened,
  onOpenedChange,
  takesFocus,
  onChoose,
}: ProjectMenuPopupProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus && !opened) button.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, in place of the button that went
  }, []);
  const choose = (action: 'rename' | 'delete') => {
    // The dialog gives the focus back to what had it: the item is gone by then.
    button.current?.focus();
    onChoose(action);
  };
  return (
    // Mantine's placeholder for the first focus is no child that a menu may have.
    <Menu
      position="bottom-end"
      withinPortal
      withInitialFocusPlaceholder={false}
      opened={opened}
      onChange={onOpenedChange}
    >
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" tabIndex={tabIndex} aria-label={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => choose('rename')}>
          Rename
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => choose('delete')}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
