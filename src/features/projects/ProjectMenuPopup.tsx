import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { projectsWords } from './projectsWords';

/** What the menu offers. */
export type ProjectAction = 'rename' | 'delete';

interface ProjectMenuPopupProps {
  readonly label: string;
  readonly tabIndex: 0 | -1;
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onChoose: (action: ProjectAction) => void;
}

/** The button of a project's row with its menu, in place of the button that asked for it. */
export function ProjectMenuPopup(props: ProjectMenuPopupProps) {
  const { label, tabIndex, opened, onOpen, onClose, onChoose } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isReady, setIsReady] = useState(false);
  // An opening menu remembers what had the focus, and gives it back.
  useEffect(() => {
    button.current?.focus();
    setIsReady(true);
  }, []);
  const choose = (action: ProjectAction) => {
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
          {projectsWords.rename}
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
