import { PRODUCT_NAME } from '../../domain/constants';
import { belongsTo } from '../../domain/session/session';
import { uploadEndText } from '../../domain/uploads/announceUploads';
import { arm, call, race, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { selectHasWork, selectUploadsSummary, type WithUploads } from '../uploads/uploadsSelectors';
import { queueCancelled } from '../uploads/uploadsSlice';
import type { WithPanel } from './panelSlice';

type State = WithUploads & WithSession;

/** Notifies whoever wanted it, and looks elsewhere, that nothing is left to be sent. A cancelled queue has no such end. */
export function* notifyWhenDone(): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    const owner = yield* waitFor((state: State) => selectHasWork(state) && selectSessionOwner(state));
    const { cancelled } = yield* race({ cancelled: arm.take(queueCancelled), done: arm.call(waitUntilDone) });
    const isTheirs = belongsTo(owner, yield* select(selectSessionOwner));
    const isWanted = yield* select((state: WithPanel) => state.panel.notifies);
    if (cancelled !== undefined || !isTheirs || !isWanted || ports.page.isVisible()) continue;
    const { failed } = yield* select(selectUploadsSummary);
    const done = yield* select((state: WithUploads) => state.uploads.done.files);
    yield* call(ports.notifications.show, PRODUCT_NAME, uploadEndText({ done, failed }));
  }
}

/** While the session is lost nothing is done: it goes on after the login. */
function* waitUntilDone(): SagaOf<void> {
  yield* waitFor((state: State) => selectSessionOwner(state) !== undefined && !selectHasWork(state));
}
