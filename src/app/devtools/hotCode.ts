import type { Ports } from '../../platform/ports';
import { selectDownloads } from '../../transfers/downloads/downloadsSlice';
import { selectNextFetch } from '../../transfers/fetches/fetchesSlice';
import { transferReducers, type TransferState } from '../../transfers/transferReducers';
import { selectHasWork } from '../../transfers/uploads/uploadsSelectors';

type Slices = typeof transferReducers;

/** The parts of a running page that a change of its code concerns. */
export interface RunningPage {
  readonly replaceSlices: (slices: Slices) => void;
  readonly getState: () => TransferState;
  readonly ports: Pick<Ports, 'log' | 'location'>;
}

/*
 * Changed modules dispatch these events (`config/webpack/acceptChanges.cjs`): the module of a slice with its reducer by name, that
 * of a saga with the name of its file.
 */
const SLICE_CHANGED = 'slice-changed';
const SAGA_CHANGED = 'saga-changed';

const UNTIL_RELOAD = 'until the page is reloaded.';

/** Recomputes the past with the reducer of a changed slice. Reloads the page for a changed saga, unless that would end a transfer. */
export function applyChanges(window: EventTarget, { replaceSlices, getState, ports }: RunningPage): void {
  const { log, location } = ports;
  let slices = transferReducers;
  window.addEventListener(SLICE_CHANGED, (event) => {
    const { detail } = event as CustomEvent<Partial<Slices>>;
    log(`New reducer: ${Object.keys(detail).join()}. Sagas and components run its old selectors ${UNTIL_RELOAD}`);
    slices = { ...slices, ...detail };
    replaceSlices(slices);
  });
  window.addEventListener(SAGA_CHANGED, (event) => {
    const { detail: file } = event as CustomEvent<string>;
    // The user can refuse the reload.
    log(`${file} has changed. Its old code runs ${UNTIL_RELOAD}`);
    if (!isTransferring(getState())) location.assign(location.path());
  });
}

function isTransferring(state: TransferState): boolean {
  return selectHasWork(state) || selectDownloads(state).length > 0 || selectNextFetch(state) !== undefined;
}
