import { DOWNLOAD_COMMANDS_KEY, DOWNLOAD_LIST_KEY } from '@data-manager/domain/constants';
import { expireUrl, type DownloadItem } from '@data-manager/domain/downloads/download';
import { readDownloadList } from '@data-manager/domain/downloads/downloadList';
import { formatCount } from '@data-manager/lib/formatNumber';
import { parseJson } from '@data-manager/lib/parseJson';
import { plural } from '@data-manager/lib/plural';
import { call, getContext, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Persistence } from '../machine/persistMachine';
import { downloadsRestored, selectDownloads } from './downloadsSlice';

/** Writes the download list to local storage. */
export interface DownloadListPersistor {
  /** Starts to write changes after a short delay. */
  readonly persist: () => void;
  /** Stops writing, since another tab does. */
  readonly pause: () => void;
  /** Writes pending changes immediately. */
  readonly flush: () => void;
}

/** Shows the stored list. */
export function* mirrorList(): SagaOf<void> {
  const { localStorage } = yield* getPorts();
  const { items } = readDownloadList(yield* call(localStorage.get, DOWNLOAD_LIST_KEY));
  yield* put(downloadsRestored({ items }));
}

/** Takes over the stored list. Its URLs may have expired. Returns the stored ids of granted commands. */
export function* restoreList(): SagaOf<unknown> {
  const { localStorage, toast } = yield* getPorts();
  const list = yield* getContext<DownloadListPersistor>('downloadList');
  yield* call(list.persist);
  const { items, dropped } = readDownloadList(yield* call(localStorage.get, DOWNLOAD_LIST_KEY));
  yield* put(downloadsRestored({ items: items.map(expireUrl) }));
  yield* call(list.flush);
  if (dropped !== 0) {
    yield* call(
      toast,
      dropped === 'all'
        ? 'The stored download list could not be read. Start the downloads that you need again.'
        : plural(
            dropped,
            '1 stored download could not be read and was removed. Start it again.',
            `${formatCount(dropped)} stored downloads could not be read and were removed. Start them again.`,
          ),
      'warning',
    );
  }
  return parseJson((yield* call(localStorage.get, DOWNLOAD_COMMANDS_KEY)) ?? '');
}

/** Lets the next driver write the list. */
export function* releaseList(): SagaOf<void> {
  const list = yield* getContext<DownloadListPersistor>('downloadList');
  yield* call(list.pause);
}

/** Writes every change immediately: timers of hidden tabs are slow, and the other tabs show what is stored. */
function* writeList(_before: unknown, _after: unknown, granted: readonly string[]): SagaOf<boolean> {
  const { localStorage } = yield* getPorts();
  const list = yield* getContext<DownloadListPersistor>('downloadList');
  yield* call(list.flush);
  if (granted.length > 0) yield* call(localStorage.set, DOWNLOAD_COMMANDS_KEY, JSON.stringify(granted));
  // The persistor itself warns if the browser refuses.
  return true;
}

export const DOWNLOAD_PERSISTENCE: Persistence<readonly DownloadItem[]> = {
  select: selectDownloads,
  isChanged: (written, items) => written !== items,
  write: writeList,
  onStored: ({ page }, listener) => page.onStored(DOWNLOAD_LIST_KEY, listener),
};
