import { transferReducers } from '../../transfers/transferReducers';

type Slices = typeof transferReducers;

/** Dispatched by the changed module of a slice (`config/webpack/acceptSlice.cjs`), with its reducer by name. */
const SLICE_CHANGED = 'slice-changed';

/** Recomputes the past with the reducer of a slice whenever its module has changed. */
export function replaceChangedSlices(window: EventTarget, replaceSlices: (slices: Slices) => void): void {
  let slices = transferReducers;
  window.addEventListener(SLICE_CHANGED, (event) => {
    slices = { ...slices, ...(event as CustomEvent<Partial<Slices>>).detail };
    replaceSlices(slices);
  });
}
