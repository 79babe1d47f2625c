import { useCallback } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import { hasFormOpen, withFormClosed, withFormOpen } from '../../domain/navigation/routePath';

/** What the address remembers for the page after it, and only for that one: a reload does not move the focus. */
const FOCUS_ON_BUTTON = { focus: 'edit-metadata' } as const;

/** The address says whether the form is open, so that a reload opens it again; other parameters stay as they are. */
export function useEditAddress() {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const isArrival = useNavigationType() !== NavigationType.Pop;
  const open = useCallback(
    () => void navigate({ pathname, search: withFormOpen(search) }),
    [navigate, pathname, search],
  );
  /** @param to the path to go to; the same unless the dataset has another title now */
  const close = useCallback(
    (to = pathname) =>
      void navigate({ pathname: to, search: withFormClosed(search) }, { replace: true, state: FOCUS_ON_BUTTON }),
    [navigate, pathname, search],
  );
  return {
    isOpen: hasFormOpen(search),
    open,
    close,
    /** Whether the form was opened just now, on this page. */
    takesFocus: isArrival,
    /** Whether the form was closed just now: the button that opened it takes the focus back. */
    givesFocusBack: isArrival && isFocusWish(location.state),
  };
}

function isFocusWish(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'focus' in state && state.focus === FOCUS_ON_BUTTON.focus;
}
