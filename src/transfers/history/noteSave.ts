import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { selectDownload } from '../downloads/downloadsSelectors';
import { tellTabs } from '../downloads/tabMessages';
import { archiveSaved } from './historySlice';

/**
 * Keeps a download in the history of this tab and of all others, before its item leaves the list.
 * @param url the link that was followed
 */
export function* noteSave(id: string, url: string): SagaOf<void> {
  const ports = yield* getPorts();
  const item = yield* select(selectDownload, id);
  const owner = yield* select(selectSessionOwner);
  if (item === undefined || owner === undefined) return;
  const { title, zipFileName, downloadId } = item;
  const { sponsorId, userId } = owner;
  const savedAt = ports.clock.now();
  const reference = downloadId === undefined ? {} : { downloadId };
  const archive = { id, title, zipFileName, ...reference, url, savedAt, sponsorId, userId };
  yield* put(archiveSaved({ archive }));
  yield* call(tellTabs, ports, { kind: 'saved', archive });
}
