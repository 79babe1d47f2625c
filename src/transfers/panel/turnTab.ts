import { put, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import type { TransferTab } from './decideTab';
import { tabTurned } from './panelSlice';
import { selectTab, type WithTransfers } from './selectTab';

/** Turns to the first tab with content when none shows yet, and when the one that shows has emptied. */
export function* turnTab(): SagaOf<void> {
  for (;;) {
    const tab = yield* waitFor(selectTabToTurnTo);
    yield* put(tabTurned({ tab }));
  }
}

function selectTabToTurnTo(state: WithTransfers): TransferTab | undefined {
  const tab = selectTab(state);
  return tab === state.panel.tab ? undefined : tab;
}
