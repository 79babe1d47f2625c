import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { WithSession } from '../../session/sessionSlice';
import { selectHasComparisons, type WithComparisons } from '../comparisons/comparisonsSlice';
import { selectHasDownloads, type WithDownloads } from '../downloads/downloadsSlice';
import { selectHasFetches, type WithFetches } from '../fetches/fetchesSlice';
import { selectHasFollows, type WithFollows } from '../follows/followsSlice';
import { selectHasUploads, type WithUploads } from '../uploads/uploadsSelectors';

export type TransferTab = 'downloads' | 'uploads' | 'folders';

interface PanelState {
  /** The tab to show while it has content. */
  readonly tab?: TransferTab;
  readonly collapsed: boolean;
  /** The user wants a notification when the uploads are done. */
  readonly notifies: boolean;
}

/** Command: turn the notification at the end of the uploads on or off. */
export const notificationsRequested = createAction<{ readonly wanted: boolean }>('panel/notificationsRequested');

const slice = createSlice({
  name: 'panel',
  initialState: (): PanelState => ({ collapsed: false, notifies: false }),
  reducers: {
    /** The user chose a tab, which also expands the panel. */
    tabChosen: (state, { payload }: PayloadAction<{ readonly tab: TransferTab }>) => ({
      ...state,
      tab: payload.tab,
      collapsed: false,
    }),
    /** The panel switched to a tab with content. A collapsed panel stays collapsed. */
    tabTurned: (state, { payload }: PayloadAction<{ readonly tab: TransferTab }>) => ({ ...state, tab: payload.tab }),
    notificationsAllowed: (state) => ({ ...state, notifies: true }),
    notificationsSwitchedOff: (state) => ({ ...state, notifies: false }),
    collapseToggled: (state) => ({ ...state, collapsed: !state.collapsed }),
  },
});

export const { tabChosen, tabTurned, collapseToggled, notificationsAllowed, notificationsSwitchedOff } = slice.actions;
export const panelReducer = slice.reducer;

export interface WithPanel {
  readonly panel: PanelState;
}

export type WithTransfers = WithDownloads &
  WithUploads &
  WithFetches &
  WithFollows &
  WithComparisons &
  WithSession &
  WithPanel;

/** Returns the tab to show: the current one while it has content, or else the first with content. */
export function selectTab(state: WithTransfers): TransferTab | undefined {
  const { tab } = state.panel;
  const has = {
    downloads: selectHasDownloads(state),
    uploads: selectHasUploads(state),
    folders: selectHasFetches(state) || selectHasFollows(state) || selectHasComparisons(state),
  };
  if (tab !== undefined && has[tab]) return tab;
  if (has.downloads) return 'downloads';
  if (has.uploads) return 'uploads';
  return has.folders ? 'folders' : undefined;
}
