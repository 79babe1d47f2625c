import { DOWNLOAD_LIST_KEY } from '../../domain/constants';
import { withAgedLink } from '../../domain/downloads/download';
import { readDownloadList } from '../../domain/downloads/downloadList';
import { failureWords } from '../../domain/failures/failureWords';
import { call, put, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { listRestored } from './downloadsSlice';

/**
 * When this tab begins to drive: reads the stored list like any foreign input. What can't be used is dropped, and the
 * person told.
 */
export function* reconcileDownloads(): SagaOf<void> {
  const ports = yield* getPorts();
  const { items, dropped } = readDownloadList(ports.localStorage.get(DOWNLOAD_LIST_KEY));
  yield* put(listRestored({ items: items.map(withAgedLink) }));
  if (dropped !== 0)
    yield* call(ports.toast, dropped === 'all' ? failureWords.listLeftOut : failureWords.leftOut(dropped), 'warning');
}
