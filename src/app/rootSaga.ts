import { call, fork, put, select, take, takeAny, type SagaOf } from '@data-manager/lib/typedEffects';
import { api } from '../api/api';
import { healQueries } from '../api/healQueries';
import { getPorts } from '../platform/getPorts';
import { keepRunning } from '../platform/supervise';
import { loginFound, selectSessionOwner } from '../session/sessionSlice';
import { watchSession } from '../session/watchSession';
import { collapseToggled, tabChosen, type WithPanel } from '../transfers/panel/panelSlice';
import { transfersSaga } from '../transfers/transfersSaga';

/** Starts all sagas. The session comes first: the transfers belong to the user who is signed in. */
export function* rootSaga(): SagaOf<void> {
  for (const saga of [forgetPreviousUser, watchSession, persistPanel, healQueries]) yield* fork(keepRunning, saga);
  yield* fork(transfersSaga);
}

/**
 * Clears the API cache and closes the toasts when another user signs in, who may not be allowed to see what the previous one saw
 * or to undo what that one did.
 */
function* forgetPreviousUser(): SagaOf<void> {
  const { closeToasts } = yield* getPorts();
  let previous = yield* select(selectSessionOwner);
  for (;;) {
    const { payload: owner } = yield* take(loginFound);
    const isSame = previous?.sponsorId === owner.sponsorId && previous.userId === owner.userId;
    if (previous !== undefined && !isSame) {
      yield* put(api.util.resetApiState());
      yield* call(closeToasts);
    }
    previous = owner;
  }
}

const PANEL_KEY = 'transfers-panel';
const COLLAPSED = 'collapsed';

/** Keeps a collapsed panel collapsed after a reload. A new tab has an empty session storage and shows it expanded. */
function* persistPanel(): SagaOf<void> {
  const { sessionStorage } = yield* getPorts();
  const isStored = (yield* call(sessionStorage.get, PANEL_KEY)) === COLLAPSED;
  if (isStored && !(yield* select(selectIsCollapsed))) yield* put(collapseToggled());
  for (;;) {
    yield* takeAny(collapseToggled, tabChosen);
    const collapsed = yield* select(selectIsCollapsed);
    if (collapsed) yield* call(sessionStorage.set, PANEL_KEY, COLLAPSED);
    else yield* call(sessionStorage.remove, PANEL_KEY);
  }
}

function selectIsCollapsed({ panel }: WithPanel): boolean {
  return panel.collapsed;
}
