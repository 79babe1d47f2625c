import { put, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import type { WithSession } from '../../session/sessionSlice';
import { selectOwnDownloads, type WithDownloads } from '../downloads/downloadsSelectors';
import { selectOwnUploads, type WithUploads } from '../uploads/uploadsSelectors';
import { decideTab, type TransferTab } from './decideTab';
import { tabTurned, type WithPanel } from './panelSlice';

/** Turns to the first tab with content when none shows yet, and when the one that shows has emptied. */
export function* turnTab(): SagaOf<void> {
  for (;;) {
    const tab = yield* waitFor(selectTabToTurnTo);
    yield* put(tabTurned({ tab }));
  }
}

function selectTabToTurnTo(state: WithDownloads & WithUploads & WithSession & WithPanel): TransferTab | undefined {
  const counts = { downloads: selectOwnDownloads(state).length, uploads: selectOwnUploads(state).length };
  const tab = decideTab(counts, state.panel.tab);
  return tab === state.panel.tab ? undefined : tab;
}
