import type { DownloadsState } from './downloads/downloadsSlice';
import type { FetchesState } from './fetches/fetchesSlice';
import type { FollowsState } from './follows/followsSlice';
import type { HistoryState } from './history/historySlice';
import type { InterruptedState } from './interrupted/interruptedSlice';
import type { PanelState } from './panel/panelSlice';
import type { UploadsState } from './uploads/uploadsState';

interface InitialState {
  readonly downloads: DownloadsState;
  readonly uploads: UploadsState;
  readonly fetches: FetchesState;
  readonly follows: FollowsState;
  readonly interrupted: InterruptedState;
  readonly panel: PanelState;
  readonly history: HistoryState;
}

/** The slices of the transfers before anything has happened. A module of its own, because the slices load later. */
export const INITIAL_STATE: InitialState = {
  downloads: { items: [] },
  uploads: { files: [], status: { kind: 'running' }, done: { files: 0, bytes: 0 } },
  fetches: { items: [] },
  follows: { items: [] },
  interrupted: {
    files: [],
    isReopenable: false,
    done: { files: 0, bytes: 0 },
    resumed: 0,
    isElsewhere: false,
    status: { kind: 'idle' },
  },
  panel: { collapsed: false, notifies: false },
  history: { saved: [], receiptChanges: 0 },
};

/** Returns true for the actions of these slices and of the session, and for deletions that end transfers. */
export function isTransferAction({ type }: { readonly type: string }): boolean {
  const prefix = type.slice(0, Math.max(0, type.indexOf('/')));
  return prefix in INITIAL_STATE || prefix === 'session' || prefix === 'places';
}
