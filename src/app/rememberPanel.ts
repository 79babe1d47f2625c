import type { Ports, Unsubscribe } from '../platform/ports';
import { collapseToggled } from '../transfers/panel/panelSlice';
import type { AppStore } from './createAppStore';

const KEY = 'transfers-panel';
const COLLAPSED = 'collapsed';

/** A panel that was collapsed comes back collapsed after a reload; a new tab, which has nothing stored, shows it open. */
export function rememberPanel(
  store: Pick<AppStore, 'dispatch' | 'getState' | 'subscribe'>,
  { sessionStorage }: Pick<Ports, 'sessionStorage'>,
): Unsubscribe {
  const isCollapsed = (): boolean => store.getState().panel.collapsed;
  if (sessionStorage.get(KEY) === COLLAPSED) store.dispatch(collapseToggled());
  let stored = isCollapsed();
  return store.subscribe(() => {
    if (isCollapsed() === stored) return;
    stored = isCollapsed();
    if (stored) sessionStorage.set(KEY, COLLAPSED);
    else sessionStorage.remove(KEY);
  });
}
