import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { shownName } from '@data-manager/domain/names/shownName';
import { lazyPopup } from './lazyWithRetry';
import type { RowMenuPopupProps } from './RowMenuPopup';

const Popup = lazyPopup(
  () => import('./RowMenuPopup').then((module) => module.RowMenuPopup),
  ({ label, tabIndex, onOpen }) => (
    <ActionIcon tabIndex={tabIndex} aria-label={label} aria-haspopup="menu" onClick={onOpen}>
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  ),
);

interface RowMenuProps extends Pick<RowMenuPopupProps, 'actions' | 'tabIndex' | 'onChoose'> {
  /** The name of the row. */
  readonly name: string;
}

/**
 * The menu of one row, behind a button in it. The menu is created when it is first opened: creating the menus of all rows would take
 * longer than drawing the list.
 */
export function RowMenu({ name, ...menu }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popup
      label={`Actions for ${shownName(name)}`}
      {...menu}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={() => setOpened(false)}
    />
  );
}
