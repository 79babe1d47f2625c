import { ActionIcon, Menu, Tabs } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconDots, IconFileDownload } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectOwnComparisons } from '../../transfers/comparisons/comparisonsSlice';
import { selectOwnDownloads } from '../../transfers/downloads/downloadsSlice';
import { selectOwnFetches } from '../../transfers/fetches/fetchesSlice';
import { selectOwnFollows } from '../../transfers/follows/followsSlice';
import {
  collapseToggled,
  selectTab,
  tabChosen,
  type TransferTab,
  type WithPanel,
} from '../../transfers/panel/panelSlice';
import { saveRecordingRequested } from '../../transfers/saveRecordingRequested';
import { selectOwnUploads } from '../../transfers/uploads/uploadsSelectors';
import { ActiveProgress, DownloadsSummary, DownloadsTab } from './DownloadsTab';
import { FolderProgress, FoldersSummary, FoldersTab } from './FoldersTab';
import classes from './TransfersPanel.module.css';
import { UploadsSummary } from './UploadsSummary';
import { OverallProgress, UploadsTab } from './UploadsTab';

interface TabParts {
  readonly Content: ComponentType;
  /** The queue in one line, and its progress. */
  readonly Summary: ComponentType<{ readonly isShort: boolean }>;
  readonly Progress: ComponentType;
}

const TABS: Readonly<Record<TransferTab, TabParts>> = {
  downloads: { Content: DownloadsTab, Summary: DownloadsSummary, Progress: ActiveProgress },
  uploads: { Content: UploadsTab, Summary: UploadsSummary, Progress: OverallProgress },
  folders: { Content: FoldersTab, Summary: FoldersSummary, Progress: FolderProgress },
};

/** The panel with the queues, or one line while it is collapsed. Renders nothing while all are empty. */
export function TransfersPanel() {
  const dispatch = useDispatch();
  const tab = useSelector(selectTab);
  const collapsed = useSelector((state: WithPanel) => state.panel.collapsed);
  if (tab === undefined) return null;
  const choose = (value: string | null) => {
    if (value === 'downloads' || value === 'uploads' || value === 'folders') dispatch(tabChosen({ tab: value }));
  };
  return (
    <section aria-label="Transfers" className={classes.panel}>
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <div className={classes.tabBar}>
          <Tabs.List className={classes.tabs ?? ''}>
            <Tabs.Tab value="downloads">
              <DownloadsLabel />
            </Tabs.Tab>
            <Tabs.Tab value="uploads">
              <UploadsLabel />
            </Tabs.Tab>
            <FoldersTabLabel />
          </Tabs.List>
          {collapsed && <Digest tab={tab} />}
          <ActionIcon
            aria-label={collapsed ? 'Expand' : 'Collapse'}
            aria-expanded={!collapsed}
            aria-keyshortcuts="t"
            onClick={() => dispatch(collapseToggled())}
          >
            {collapsed ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          </ActionIcon>
          <PanelMenu />
        </div>
        {!collapsed &&
          Object.entries(TABS).map(([value, { Content }]) => (
            <Tabs.Panel key={value} value={value}>
              <Content />
            </Tabs.Panel>
          ))}
      </Tabs>
    </section>
  );
}

/** The state of the shown queue in one line. */
function Digest({ tab }: { readonly tab: TransferTab }) {
  const { Summary, Progress } = TABS[tab];
  return (
    <div className={classes.digest}>
      <Summary isShort />
      <Progress />
    </div>
  );
}

/* The counts change with every file, so they are components of their own. Their digits are plain in every locale. */

function DownloadsLabel() {
  const count = useSelector(selectOwnDownloads).length;
  return <span>{`Downloads (${String(count)})`}</span>;
}

function UploadsLabel() {
  const count = useSelector(selectOwnUploads).length;
  return <span>{`Uploads (${String(count)})`}</span>;
}

/** Most users have none: the tab appears with the first folder that is downloaded into, followed or compared. */
function FoldersTabLabel() {
  const fetches = useSelector(selectOwnFetches).length;
  const follows = useSelector(selectOwnFollows).length;
  const comparisons = useSelector(selectOwnComparisons).length;
  const count = fetches + follows + comparisons;
  return count === 0 ? null : <Tabs.Tab value="folders">{`Folders (${String(count)})`}</Tabs.Tab>;
}

function PanelMenu() {
  const dispatch = useDispatch();
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon aria-label="More actions for transfers">
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
