import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { KeptArchive, SavedArchive } from '@data-manager/domain/transfers/archives';
import { downloadSaved, downloadSavedInOtherTab } from '../downloads/downloadsSlice';
import { listSelectors } from '../machine/listSelectors';
import type { ById } from '../machine/phaseReducer';

/** A saved archive in the history. */
export interface SavedDownload extends SavedArchive {
  /** `renewing` while a fresh URL is being requested, `expired` once it no longer has the archive. */
  readonly status: 'available' | 'renewing' | 'expired';
}

/** The history. Receipts and archives are kept in the browser's database. */
interface HistoryState {
  /** Latest first. */
  readonly saved: readonly SavedDownload[];
  /** Counts the changes of the kept receipts, so that views read them again. */
  readonly receiptChanges: number;
}

/** Command: save an archive again. */
export const saveAgainRequested = createAction<ById>('history/saveAgainRequested');
/** Command: list the archives that were saved before the page was loaded. */
export const archivesRequested = createAction('history/archivesRequested');
/** Command: delete the receipts that the user has seen, by their keys. The user has confirmed. */
export const clearReceiptsRequested = createAction<{ readonly keys: readonly string[] }>(
  'history/clearReceiptsRequested',
);

function setStatus(state: HistoryState, id: string, status: SavedDownload['status']): HistoryState {
  return { ...state, saved: state.saved.map((archive) => (archive.id === id ? { ...archive, status } : archive)) };
}

function addArchive(
  state: HistoryState,
  { payload: { archive } }: PayloadAction<{ readonly archive: SavedArchive }>,
): HistoryState {
  const others = state.saved.filter(({ id }) => id !== archive.id);
  return { ...state, saved: [{ ...archive, status: 'available' }, ...others] };
}

function countReceiptChange(state: HistoryState): HistoryState {
  return { ...state, receiptChanges: state.receiptChanges + 1 };
}

const slice = createSlice({
  name: 'history',
  initialState: (): HistoryState => ({ saved: [], receiptChanges: 0 }),
  reducers: {
    /** A fresh URL is being requested. */
    renewalStarted: (state, { payload }: PayloadAction<ById>) => setStatus(state, payload.id, 'renewing'),
    /** There is no fresh URL now; there may be one later. */
    renewalFailed: (state, { payload }: PayloadAction<ById>) => setStatus(state, payload.id, 'available'),
    /** The server no longer has the archive. */
    archiveExpired: (state, { payload }: PayloadAction<ById>) => setStatus(state, payload.id, 'expired'),
    archiveSavedAgain: addArchive,
    /** Archives that were saved before the page was loaded. Their URLs are requested when they are saved again. */
    archivesRestored(state, { payload: { archives } }: PayloadAction<{ readonly archives: readonly KeptArchive[] }>) {
      const known = new Set(state.saved.map(({ id }) => id));
      const restored = archives.filter(({ id }) => !known.has(id));
      if (restored.length === 0) return;
      state.saved.push(...restored.map((archive) => ({ ...archive, url: '', status: 'available' as const })));
    },
    receiptsKept: countReceiptChange,
    receiptsCleared: countReceiptChange,
  },
  extraReducers: (builder) => {
    builder.addCase(downloadSaved, addArchive).addCase(downloadSavedInOtherTab, addArchive);
  },
});

export const {
  renewalStarted,
  renewalFailed,
  archiveExpired,
  archiveSavedAgain,
  archivesRestored,
  receiptsKept,
  receiptsCleared,
} = slice.actions;
export const historyReducer = slice.reducer;

export interface WithHistory {
  readonly history: HistoryState;
}

export const { selectOwn: selectOwnSaved, selectOwnItem: selectOwnSavedById } = listSelectors(
  ({ history }: WithHistory) => history.saved,
);
