import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

/** An item of the menu. */
export type ProjectAction = 'rename' | 'delete';

interface ProjectMenuPopupProps {
  readonly label: string;
  readonly tabIndex: 0 | -1;
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onChoose: (action: ProjectAction) => void;
}

/** The menu of a project with its button. It replaces the button that `ProjectMenu` shows until the menu has loaded. */
export function ProjectMenuPopup(props: ProjectMenuPopupProps) {
  const { label, tabIndex, opened, onOpen, onClose, onChoose } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isReady, setIsReady] = useState(false);
  // When it opens, the menu stores the focused element, to return the focus on close.
  useEffect(() => {
    button.current?.focus();
    setIsReady(true);
  }, []);
  const choose = (action: ProjectAction) => {
    // On close, the dialog returns the focus to the button, since the menu item no longer exists.
    button.current?.focus();
    onChoose(action);
  };
  return (
    // Mantine's focus placeholder is not a valid child of an element with the role menu.
    <Menu
      position="bottom-end"
      withinPortal
      withInitialFocusPlaceholder={false}
      opened={opened && isReady}
      onOpen={onOpen}
      onClose={onClose}
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
