import { setupListeners } from '@reduxjs/toolkit/query';
import type { Ports, Unsubscribe } from '../platform/ports';
import type { AppStore } from './createAppStore';

/** Lets the polls of cached calls rest while nobody sees the page. */
export function restWhileHidden(store: Pick<AppStore, 'dispatch'>, page: Ports['page']): Unsubscribe {
  return setupListeners(store.dispatch, (dispatch, { onFocus, onFocusLost }) => {
    const stopReturn = page.onReturn(() => dispatch(onFocus()));
    const stopHide = page.onHide(() => dispatch(onFocusLost()));
    return () => {
      stopReturn();
      stopHide();
    };
  });
}
