import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileDownload } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { saveRecordingRequested } from '../transferReducers';
import { panelWords } from './panelWords';

/** What is asked for seldom: it is about the transfers as a whole. */
export function PanelMenu() {
  const dispatch = useDispatch();
  return (
    // Mantine's placeholder for the first focus is no child that a menu may have.
    <Menu position="top-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={panelWords.moreActions}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileDownload size={14} aria-hidden />}
          onClick={() => dispatch(saveRecordingRequested())}
        >
          Save transfer recording
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
