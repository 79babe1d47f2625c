import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { downloadQueued } from '../downloads/downloadsSlice';
import { filesQueued } from '../uploads/uploadsSlice';
import type { TransferTab } from './decideTab';

interface PanelState {
  /** The tab that was chosen: by a person, or by what came first. */
  readonly choice?: TransferTab;
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
    tabChosen: (state, { payload }: PayloadAction<{ readonly tab: TransferTab }>) => ({
      ...state,
      choice: payload.tab,
      collapsed: false,
    }),
    collapseToggled: (state) => ({ ...state, collapsed: !state.collapsed }),
  },
  extraReducers: (builder) => {
    // What comes first keeps the tab while it has content, so that a later arrival does not turn the page.
    builder
      .addCase(downloadQueued, (state) => ({ choice: 'downloads', ...state }))
      .addCase(filesQueued, (state) => ({ choice: 'uploads', ...state }));
  },
});

export const { tabChosen, collapseToggled } = slice.actions;
export const panelReducer = slice.reducer;
