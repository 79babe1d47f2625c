import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { TransferTab } from './decideTab';

interface PanelState {
  /** The tab that shows while it has content: a person chose it, or it came first. */
  readonly tab?: TransferTab;
  readonly collapsed: boolean;
  /** A person wants to be notified when their uploads are done. */
  readonly notifies: boolean;
}

export interface WithPanel {
  readonly panel: PanelState;
}

/** Wish, by a click: be notified when the uploads are done, or no longer. */
export const notificationsRequested = createAction<{ readonly wanted: boolean }>('panel/notificationsRequested');

const initialState: PanelState = { collapsed: false, notifies: false };

const slice = createSlice({
  name: 'panel',
  initialState: (): PanelState => initialState,
  reducers: {
    /** Shows the tab, also where the panel was collapsed. */
    tabChosen: (state, { payload }: PayloadAction<{ readonly tab: TransferTab }>) => ({
      ...state,
      tab: payload.tab,
      collapsed: false,
    }),
    /** By itself: the tab before has emptied, or there was none. A collapsed panel stays so. */
    tabTurned: (state, { payload }: PayloadAction<{ readonly tab: TransferTab }>) => ({ ...state, tab: payload.tab }),
    notificationsAllowed: (state) => ({ ...state, notifies: true }),
    notificationsSwitchedOff: (state) => ({ ...state, notifies: false }),
    collapseToggled: (state) => ({ ...state, collapsed: !state.collapsed }),
  },
});

export const { tabChosen, tabTurned, collapseToggled, notificationsAllowed, notificationsSwitchedOff } = slice.actions;
export const panelReducer = slice.reducer;
