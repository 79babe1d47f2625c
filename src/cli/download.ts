import { access, constants, mkdir } from 'node:fs/promises';
import {
  fileAt,
  fileCount,
  receivedBytes,
  savedFiles,
  type FolderFetch,
} from '@data-manager/domain/fetches/folderFetch';
import { isFolderMarker } from '@data-manager/domain/listing/fileListing';
import { nameInText } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import { filesOfChoice } from '../features/files/fileSelection';
import { diskFolder, pathOfHandle, reviveHandle } from '../platform/node/diskFolder';
import {
  cancelRequested,
  fetchQueued,
  fileSaved,
  fileSetAside,
  pauseRequested,
  selectFetch,
  selectOwnFetches,
} from '../transfers/fetches/fetchesSlice';
import { planFetch } from '../transfers/fetches/requestedFiles';
import type { Context } from './context';
import { codeOf, CommandError, EXIT, failureText, REFUSED_TEXT, type ExitCode } from './exitCode';
import { onAbort } from './onAbort';
import { findPlace, findSeal, listFiles } from './places';
import type { Session } from './session';

/** The lock of the process that downloads into folders. Others wait for it. */
export const FETCHES_LOCK = 'data-manager-fetches';

interface DownloadRequest {
  readonly path: string;
  /** An absolute path. The folder is created if it does not exist. */
  readonly folder: string;
  /** Replaces files with other content. */
  readonly yes: boolean;
}

/** `dm download PATH FOLDER`: downloads into a folder as the app does. Files that are there already are skipped. */
export async function download(
  session: Session,
  { output, signal }: Context,
  { path, folder, yes }: DownloadRequest,
): Promise<ExitCode> {
  const { store, ports } = session;
  const found = await findPlace(session, path);
  const place = `${session.sponsorId}/${found.path}`;
  const entries = (await listFiles(session, found)).filter((entry) => !isFolderMarker(entry));
  if (entries.length === 0) throw new CommandError(EXIT.failed, `There are no files in “${path}”.`);
  await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK);
  const { folderId, name: folderName } = await ports.folders.add(diskFolder(folder));
  // A seal covers the whole dataset.
  const whole = found.path.split('/').length === 2 ? place : undefined;
  const { datasetHash: sealed } = (await findSeal(session, found, [`${whole ?? ''}/`])) ?? {};
  const request = { title: lastSegment(place), folderId, folderName, ...(sealed !== undefined && { sealed }) };
  const files = { ...filesOfChoice(entries, place), sealed: sealed && whole };
  const command = await planFetch(ports.folders, request, files, (_name, paths) => {
    if (yes) return Promise.resolve('replace');
    output.say(`The folder has other files of the same names. Replace them with --yes, or move them:`);
    for (const one of paths) output.say(`  ${nameInText(one)}`);
    return Promise.resolve(undefined);
  });
  if (command === undefined) return EXIT.failed;
  const queued = session.next(fetchQueued);
  store.dispatch(command);
  output.progress('Waiting for another download…');
  const { fetch } = await queued;
  await giveUpEarlier(session, fetch);
  return finishDownload(session, { output, signal }, fetch);
}

/** Gives up what earlier processes have left of the same download. The files that they have saved are skipped. */
async function giveUpEarlier({ store, ports }: Session, queued: FolderFetch): Promise<void> {
  const folderOf = async ({ folderId }: FolderFetch): Promise<string | undefined> => {
    const handle = reviveHandle(await ports.records('folder-handles').read(folderId));
    return handle && pathOfHandle(handle);
  };
  const projectOf = (fetch: FolderFetch) => fileAt(fetch, 0)?.key.split('/')[1];
  const folder = await folderOf(queued);
  for (const fetch of selectOwnFetches(store.getState())) {
    const isSame = fetch.title === queued.title && projectOf(fetch) === projectOf(queued);
    if (fetch.id === queued.id || !isSame || (await folderOf(fetch)) !== folder) continue;
    store.dispatch(cancelRequested({ id: fetch.id }));
  }
}

/** Waits until a download has ended or is paused, and reports its files. */
export async function finishDownload(
  { store, onAction, until }: Session,
  { output, signal }: Pick<Context, 'output' | 'signal'>,
  { id, ...begun }: FolderFetch,
): Promise<ExitCode> {
  let last: FolderFetch = { id, ...begun };
  onAction((action) => {
    if (fileSaved.match(action) && action.payload.id === id) {
      const { index, outcome } = action.payload;
      output.event('downloaded', { key: fileAt(begun, index)?.key, path: fileAt(begun, index)?.path, outcome });
    } else if (fileSetAside.match(action) && action.payload.id === id) {
      const { index, failure } = action.payload;
      output.say(`${nameInText(fileAt(begun, index)?.path ?? '')}: ${failureText(failure)}`);
      output.event('failed', { key: fileAt(begun, index)?.key, kind: failure.kind });
    }
    last = selectFetch(store.getState(), id) ?? last;
    const [received, total] = [receivedBytes(last), last.totalBytes].map((bytes) => formatBytes(bytes, 'en'));
    output.progress(
      `${String(received)} of ${String(total)}  ${String(savedFiles(last))} of ${counted(fileCount(last), 'file')}`,
    );
  });
  onAbort(signal, () => void store.dispatch(pauseRequested({ id })));
  const end = await until((state) => {
    if (state.session.status === 'loggedOut') return 'signedOut';
    const fetch = selectFetch(state, id);
    if (fetch === undefined) return 'done';
    return fetch.phase === 'ended' || fetch.phase === 'paused' ? fetch : undefined;
  });
  // A download without failed files leaves the list with its last file.
  const failed = last.setAside.length;
  const saved = end === 'done' ? fileCount(begun) : savedFiles(last);
  output.event('done', { downloaded: saved, failed, left: fileCount(begun) - saved - failed });
  if (end === 'done') return EXIT.done;
  if (end === 'signedOut') {
    output.say(`${REFUSED_TEXT} The rest can be resumed: dm resume`);
    return EXIT.refused;
  }
  const fault = end.phase === 'paused' ? end.fault : undefined;
  if (fault !== undefined) output.say(failureText(fault));
  if (end.phase === 'paused') output.say(`${counted(saved, 'file')} saved. The rest can be resumed: dm resume`);
  if (signal.aborted) return EXIT.stopped;
  return codeOf([...last.setAside.map(({ failure }) => failure), ...(fault ? [fault] : [])]);
}
