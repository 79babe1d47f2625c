import { useSyncExternalStore } from 'react';
import { usePorts } from '../platform/portsContext';

/** Returns whether the browser is online, and updates when that changes. */
export function useOnline(): boolean {
  const { page } = usePorts();
  const subscribe = (onChange: () => void) => {
    const unsubscribes = [page.onOnline(onChange), page.onOffline(onChange)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  };
  return useSyncExternalStore(subscribe, page.isOnline);
}
