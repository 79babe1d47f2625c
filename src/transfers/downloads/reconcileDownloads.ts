import { withAgedLink } from '../../domain/download';
import { parseDownloadList } from '../../domain/downloadList';
import { call, getContext, put, select, type SagaOf } from '../../lib/typedEffects';
import type { Ports } from '../../platform/ports';
import { listRestored } from './downloadsSlice';
import type { WithDownloads } from './downloadsSelectors';

/** At the start: reads the restored list like any foreign input. What can't be used is dropped, and the person told. */
export function* reconcileDownloads(): SagaOf<void> {
  const restored = yield* select((state: WithDownloads): unknown => state.downloads.items);
  const { items, dropped } = parseDownloadList(restored);
  yield* put(listRestored({ items: items.map(withAgedLink) }));
  if (dropped === 0) return;
  const ports = yield* getContext<Ports>('ports');
  yield* call(ports.toast, leftOutWords(dropped), 'warning');
}

function leftOutWords(dropped: number): string {
  return dropped === 1
    ? '1 stored download could not be read and was left out.'
    : `${dropped} stored downloads could not be read and were left out.`;
}
