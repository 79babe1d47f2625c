import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { TransferTab } from './decideTab';

interface PanelState {
  /** The tab that shows while it has content: a person chose it, or it came first. */
  readonly tab?: TransferTab;
  readonly collapsed: boolean;
}

export interface WithPanel {
  readonly panel: PanelState;
}

const initialState: PanelState = { collapsed: false };

const slice = createSlice({
  name: 'panel',
  initialState: (): PanelState => initialState,
  reducers: {
    /** Shows the tab, also where the panel was collapsed. */
    tabChosen: (_state, { payload }: PayloadAction<{ readonly tab: TransferTab }>) => ({
      tab: payload.tab,
      collapsed: false,
    }),
    /** By itself: the tab before has emptied, or there was none. A collapsed panel stays so. */
    tabTurned: (state, { payload }: PayloadAction<{ readonly tab: TransferTab }>) => ({ ...state, tab: payload.tab }),
    collapseToggled: (state) => ({ ...state, collapsed: !state.collapsed }),
  },
});

export const { tabChosen, tabTurned, collapseToggled } = slice.actions;
export const panelReducer = slice.reducer;
