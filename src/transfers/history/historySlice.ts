import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { omit } from '../../lib/omit';

/** An archive that was handed to the browser. Whether the browser has stored it, no page can know. */
export interface SavedArchive {
  /** That of the download item which it was. */
  readonly id: string;
  readonly title: string;
  readonly zipFileName: string;
  /** The server's reference, for a fresh link. */
  readonly downloadId?: string;
  /** The link that was followed. */
  readonly url: string;
  /** When it was last handed to the browser, milliseconds since 1970. */
  readonly savedAt: number;
  /** The server is being asked for a fresh link. */
  readonly isAsked?: true;
  /** The server no longer has the archive. */
  readonly isExpired?: true;
  /** Whose archive it is: shown only to them. */
  readonly sponsorId: string;
  readonly userId: string;
}

/** What has happened since the page was opened. Receipts themselves are kept in the browser's database. */
interface HistoryState {
  /** The latest first. */
  readonly saved: readonly SavedArchive[];
  /** Grows with every change of the kept receipts, so that a view of them knows when to read again. */
  readonly receiptChanges: number;
}

export interface WithHistory {
  readonly history: HistoryState;
}

interface ById {
  readonly id: string;
}

/** Wish: hand an archive of the history to the browser again. */
export const saveAgainRequested = createAction<ById>('history/saveAgainRequested');
/** Wish, confirmed by the person: forget their receipts. */
export const clearReceiptsRequested = createAction('history/clearReceiptsRequested');

const initialState: HistoryState = { saved: [], receiptChanges: 0 };

function change(state: HistoryState, id: string, to: (archive: SavedArchive) => SavedArchive): HistoryState {
  return { ...state, saved: state.saved.map((archive) => (archive.id === id ? to(archive) : archive)) };
}

function atRest(archive: SavedArchive): SavedArchive {
  return omit(archive, 'isAsked');
}

const slice = createSlice({
  name: 'history',
  initialState: (): HistoryState => initialState,
  reducers: {
    archiveSaved: (state, { payload }: PayloadAction<{ readonly archive: SavedArchive }>): HistoryState => ({
      ...state,
      saved: [payload.archive, ...state.saved.filter(({ id }) => id !== payload.archive.id)],
    }),
    linkAsked: (state, { payload }: PayloadAction<ById>): HistoryState =>
      change(state, payload.id, (archive) => ({ ...archive, isAsked: true })),
    /** The server gave no fresh link now; it may later. */
    linkNotGiven: (state, { payload }: PayloadAction<ById>): HistoryState => change(state, payload.id, atRest),
    linkExpired: (state, { payload }: PayloadAction<ById>): HistoryState =>
      change(state, payload.id, (archive) => ({ ...atRest(archive), isExpired: true })),
    receiptsKept: receiptsChanged,
    receiptsCleared: receiptsChanged,
  },
});

function receiptsChanged(state: HistoryState): HistoryState {
  return { ...state, receiptChanges: state.receiptChanges + 1 };
}

export const { archiveSaved, linkAsked, linkNotGiven, linkExpired, receiptsKept, receiptsCleared } = slice.actions;
export const historyReducer = slice.reducer;
