import { PRODUCT_NAME } from '@data-manager/domain/constants';
import { idleText } from '@data-manager/domain/follow/announceFollows';
import { sentenceText } from '@data-manager/domain/names/shownName';
import { belongsTo } from '@data-manager/domain/session/session';
import { uploadEndText } from '@data-manager/domain/uploads/announceUploads';
import { arm, call, put, race, select, take, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { idleNoticed, selectFollow, type WithFollows } from '../follows/followsSlice';
import { selectHasWork, selectUploadsSummary, type WithUploads } from '../uploads/uploadsSelectors';
import { queueCancelled } from '../uploads/uploadsSlice';
import {
  notificationsAllowed,
  notificationsRequested,
  notificationsSwitchedOff,
  selectTab,
  tabTurned,
  type TransferTab,
  type WithPanel,
  type WithTransfers,
} from './panelSlice';

/** Switches to the other tab when the current one empties, and to the first one with content. */
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

/** Turns notifications on or off. Asks for the browser's permission only when the user turns them on. */
export function* watchNotificationCommands(): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    const { payload } = yield* take(notificationsRequested);
    if (!payload.wanted) yield* put(notificationsSwitchedOff());
    else if (yield* call(ports.notifications.allow)) yield* put(notificationsAllowed());
    else
      yield* call(
        ports.toast,
        'The browser blocks notifications from this site. Allow them in the site settings, then try again.',
        'warning',
      );
  }
}

/** Shows a notification if the uploads end while the page is hidden. A cancelled queue is not announced. */
export function* notifyWhenDone(): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    const owner = yield* waitFor(
      (state: WithUploads & WithSession) => selectHasWork(state) && selectSessionOwner(state),
    );
    const { cancelled } = yield* race({ cancelled: arm.take(queueCancelled), done: arm.call(waitUntilDone) });
    const isSameOwner = belongsTo(owner, yield* select(selectSessionOwner));
    const isWanted = yield* select((state: WithPanel) => state.panel.notifies);
    if (cancelled !== undefined || !isSameOwner || !isWanted || (yield* call(ports.page.isVisible))) continue;
    const { failed } = yield* select(selectUploadsSummary);
    const done = yield* select((state: WithUploads) => state.uploads.done.files);
    yield* call(ports.notifications.show, PRODUCT_NAME, uploadEndText({ done, failed }));
  }
}

/** Shows a notification if no new file has appeared in a followed folder for the time that the user chose. */
export function* notifyWhenIdle(): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    const { payload } = yield* take(idleNoticed);
    const follow = yield* select((state: WithFollows) => selectFollow(state, payload.id));
    const owner = yield* select(selectSessionOwner);
    const isWanted = yield* select((state: WithPanel) => state.panel.notifies);
    if (follow === undefined || !belongsTo(follow, owner) || !isWanted) continue;
    yield* call(ports.notifications.show, PRODUCT_NAME, sentenceText(idleText(follow)));
  }
}

/** A queue whose session is lost is not done; it resumes after the next login. */
function* waitUntilDone(): SagaOf<void> {
  yield* waitFor(
    (state: WithUploads & WithSession) => selectSessionOwner(state) !== undefined && !selectHasWork(state),
  );
}
