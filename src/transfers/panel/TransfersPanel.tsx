import { ActionIcon, Tabs } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useDispatch, useSelector } from 'react-redux';
import { selectOwnDownloads } from '../downloads/downloadsSlice';
import { selectOwnUploads } from '../uploads/uploadsSelectors';
import { DownloadsTab } from './DownloadsTab';
import { PanelMenu } from './PanelMenu';
import { collapseToggled, tabChosen, type WithPanel } from './panelSlice';
import { panelWords } from './panelWords';
import { selectTab } from './selectTab';
import classes from './TransfersPanel.module.css';
import { UploadsTab } from './UploadsTab';

/** Both queues, docked below the page; nothing at all while both are empty. */
export function TransfersPanel() {
  const dispatch = useDispatch();
  const tab = useSelector(selectTab);
  const collapsed = useSelector((state: WithPanel) => state.panel.collapsed);
  if (tab === undefined) return null;
  const choose = (value: string | null) => {
    if (value === 'downloads' || value === 'uploads') dispatch(tabChosen({ tab: value }));
  };
  return (
    <section aria-label={panelWords.transfers} className={classes.panel}>
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <div className={classes.tabBar}>
          <Tabs.List className={classes.tabs ?? ''}>
            <Tabs.Tab value="downloads">
              <DownloadsLabel />
            </Tabs.Tab>
            <Tabs.Tab value="uploads">
              <UploadsLabel />
            </Tabs.Tab>
          </Tabs.List>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={collapsed ? panelWords.expand : panelWords.collapse}
            aria-expanded={!collapsed}
            aria-keyshortcuts="t"
            onClick={() => dispatch(collapseToggled())}
          >
            {collapsed ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          </ActionIcon>
          <PanelMenu />
        </div>
        {!collapsed && (
          <>
            <Tabs.Panel value="downloads">
              <DownloadsTab />
            </Tabs.Panel>
            <Tabs.Panel value="uploads">
              <UploadsTab />
            </Tabs.Panel>
          </>
        )}
      </Tabs>
    </section>
  );
}

/* The counts change with every file: they draw themselves, and nothing around them. */

function DownloadsLabel() {
  const count = useSelector(selectOwnDownloads).length;
  return panelWords.downloads(count);
}

function UploadsLabel() {
  const count = useSelector(selectOwnUploads).length;
  return panelWords.uploads(count);
}
