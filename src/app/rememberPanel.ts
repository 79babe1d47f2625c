import { call, put, select, takeAny, type SagaOf } from '../lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import { collapseToggled, tabChosen, type WithPanel } from '../transfers/panel/panelSlice';

const KEY = 'transfers-panel';
const COLLAPSED = 'collapsed';

/** A panel that was collapsed comes back collapsed after a reload; a new tab, which has nothing stored, shows it open. */
export function* rememberPanel(): SagaOf<void> {
  const { sessionStorage } = yield* getPorts();
  if (sessionStorage.get(KEY) === COLLAPSED) yield* put(collapseToggled());
  for (;;) {
    yield* takeAny(collapseToggled, tabChosen);
    const { collapsed } = yield* select(({ panel }: WithPanel) => panel);
    if (collapsed) yield* call(sessionStorage.set, KEY, COLLAPSED);
    else yield* call(sessionStorage.remove, KEY);
  }
}
