import type { ListingDispatch } from '../../api/refetchListing';
import { lazyPort } from '../../platform/lazyPort';
import type { Ports } from '../../platform/ports';
import type { Unsubscribe } from '../../platform/unsubscribe';
import type { ComparisonPort } from './comparisonPort';

/** Creates the port. The lists of the server are loaded through the store, so that the screens show them, too. */
export function createComparisonPort(ports: Ports, getDispatch: () => ListingDispatch): ComparisonPort {
  const load = lazyPort(async () => (await import('./comparisonWork')).comparisonWorkOf(ports));
  return {
    onReport: (id, listener) => {
      let end: Unsubscribe | undefined;
      let isEnded = false;
      void load().then((work) => {
        if (!isEnded) end = work.onReport(id, listener);
      });
      return () => {
        isEnded = true;
        end?.();
      };
    },
    hasFiles: async (id) => (await load()).hasFiles(id),
    read: async (id, folderId, signal) => (await load()).read(id, folderId, signal),
    match: async (place, signal) => (await load()).match(place, getDispatch(), signal),
    hash: async (id, signal) => (await load()).hash(id, signal),
    forget: async (id, folderId) => (await load()).forget(id, folderId),
    close: async (id) => (await load()).close(id),
  };
}
