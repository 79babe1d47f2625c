import type { ListingDispatch } from '../../api/refetchListing';
import { forwardCalls, forwardSubscription, lazyPort } from '../../platform/lazyPort';
import type { Ports } from '../../platform/ports';
import type { ComparisonPort, WorkReport } from './comparisonPort';

/** Creates the port. The lists of the server are loaded through the store, so that the screens show them, too. */
export function createComparisonPort(ports: Ports, getDispatch: () => ListingDispatch): ComparisonPort {
  const load = lazyPort(async () => (await import('./comparisonWork')).comparisonWorkOf(ports));
  return {
    ...forwardCalls(load, ['hasFiles', 'read', 'hash', 'forget', 'close']),
    onReport: forwardSubscription(load, (work, id: string, listener: (report: WorkReport) => void) =>
      work.onReport(id, listener),
    ),
    match: async (place, signal) => (await load()).match(place, getDispatch(), signal),
  };
}
