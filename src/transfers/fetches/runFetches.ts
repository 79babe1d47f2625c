import type { Failure } from '@data-manager/domain/failures/failure';
import { fetchPauseText } from '@data-manager/domain/failures/failureText';
import {
  concernsOneFile,
  fileCount,
  isSourceFault,
  savedFiles,
  type FolderFetch,
} from '@data-manager/domain/fetches/folderFetch';
import { nameInText } from '@data-manager/domain/names/shownName';
import { belongsTo } from '@data-manager/domain/session/session';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { untilStopped, waitFor } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { workOn } from '../machine/crashes';
import {
  fetchEnded,
  fetchPaused,
  fetchStarted,
  fileSaved,
  fileSetAside,
  selectFetch,
  selectNextFetch,
  type WithFetches,
} from './fetchesSlice';
import { discardOpenFile, fetchFile, type OpenFiles } from './fetchFile';
import { fileUrls } from './fileUrls';
import { writeManifests } from './writeManifests';

type State = WithFetches & WithSession;

/** Drives one fetch at a time, and discards the open files of fetches that were removed. */
export function* runFetches(): SagaOf<void> {
  const openFiles: OpenFiles = new Map();
  const findRemoved = (state: State): string | undefined =>
    [...openFiles.keys()].find((id) => selectFetch(state, id) === undefined);
  try {
    for (;;) {
      const id = yield* waitFor((state: State) => findRemoved(state) ?? selectNextFetch(state)?.id);
      if ((yield* select(selectFetch, id)) === undefined) yield* discardOpenFile(id, openFiles);
      else yield* workOn(driveFetch, id, openFiles);
    }
  } finally {
    for (const id of [...openFiles.keys()]) yield* discardOpenFile(id, openFiles);
  }
}

/** Fetches one file after another until all are done, the user stops it, or another user signs in. */
function* driveFetch(id: string, openFiles: OpenFiles): SagaOf<void> {
  yield* put(fetchStarted({ id }));
  yield* untilStopped((state: State) => isStopped(state, id), fetchFiles, id, openFiles);
}

function isStopped(state: State, id: string): boolean {
  const fetch = selectFetch(state, id);
  const owner = selectSessionOwner(state);
  // While signed out, the fetch waits for its owner.
  return fetch?.phase !== 'running' || (owner !== undefined && !belongsTo(fetch, owner));
}

function* fetchFiles(id: string, openFiles: OpenFiles): SagaOf<void> {
  const { folders } = yield* getPorts();
  const started = yield* select(selectFetch, id);
  if (started === undefined) return;
  const access = yield* call(folders.access, started.folderId);
  if (access !== 'granted') {
    yield* pause(started, { kind: access === 'gone' ? 'folder-gone' : 'folder-forbidden' });
    return;
  }
  const urls = fileUrls(started.files);
  let isSecondFault = false;
  for (;;) {
    const fetch = yield* select(selectFetch, id);
    if (fetch?.phase !== 'running') return;
    if (fetch.next >= fileCount(fetch)) {
      yield* end(fetch);
      return;
    }
    const index = fetch.next;
    const result = yield* fetchFile(fetch, openFiles, urls);
    if (result.ok) {
      yield* put(fileSaved({ id, index, ...result.value }));
      isSecondFault = false;
      continue;
    }
    // A storage or a disk that fails two files in a row would fail all of them.
    const mayConcernAll = isSourceFault(result.failure) || result.failure.kind === 'file-unwritable';
    if (!concernsOneFile(result.failure) || (mayConcernAll && isSecondFault)) {
      yield* pause(fetch, result.failure);
      return;
    }
    yield* put(fileSetAside({ id, index, failure: result.failure }));
    isSecondFault = mayConcernAll;
  }
}

function* pause({ id, title }: FolderFetch, fault: Failure): SagaOf<void> {
  const { toast } = yield* getPorts();
  // Before the event, which cancels this saga.
  yield* call(toast, fetchPauseText(title, fault), 'error');
  yield* put(fetchPaused({ id, fault }));
}

function* end(fetch: FolderFetch): SagaOf<void> {
  const { toast, folders } = yield* getPorts();
  const { id, title, folderId, folderName, saved, setAside } = fetch;
  const files = counted(fileCount(fetch), 'file');
  const found = setAside.length > 0 ? `${formatCount(savedFiles(fetch))} of ${files} saved in` : `${files} in`;
  const unverifiable =
    saved.unverifiable > 0
      ? ` ${formatCount(saved.unverifiable)} could not be verified: the server has no checksum.`
      : '';
  const late = (yield* writeManifests(fetch)) ? '' : ' The checksum files could not be written.';
  const text = `${nameInText(title)}: ${found} ${nameInText(folderName)}.${unverifiable}${late}`;
  yield* call(toast, text, setAside.length === 0 && unverifiable + late === '' ? 'success' : 'warning');
  if (setAside.length === 0) yield* call(folders.release, folderId);
  yield* put(fetchEnded({ id }));
}
