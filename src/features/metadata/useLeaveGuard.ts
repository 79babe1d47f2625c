import { useCallback, useEffect, useRef } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import { hasFormOpen } from '../../domain/navigation/routePath';
import { usePorts } from '../../platform/portsContext';

/**
 * Asks before unsaved changes are left: the browser does where the page itself goes, the caller where only its route
 * does. What keeps the form open, like another folder of the list beside it, is no leaving.
 */
export function useLeaveGuard(isDirty: boolean) {
  const { page } = usePorts();
  const isAllowed = useRef(false);
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isAllowed.current &&
      (nextLocation.pathname !== currentLocation.pathname || !hasFormOpen(nextLocation.search)),
    [isDirty],
  );
  const blocker = useBlocker(shouldBlock);

  useEffect(() => {
    page.guardUnload('draft', isDirty);
    return () => page.guardUnload('draft', false);
  }, [page, isDirty]);

  return {
    /** The next step away is the form's own. */
    allowLeaving: () => {
      isAllowed.current = true;
    },
    isAsking: blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
