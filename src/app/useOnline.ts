import { useCallback, useSyncExternalStore } from 'react';
import { usePorts } from '../platform/portsContext';

/** Whether the browser has a network, kept up to date. */
export function useOnline(): boolean {
  const { page } = usePorts();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = [page.onOnline(onChange), page.onOffline(onChange)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [page],
  );
  return useSyncExternalStore(subscribe, page.isOnline);
}
