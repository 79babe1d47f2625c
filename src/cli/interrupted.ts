import { parsePlans, PLANS_END } from '@data-manager/domain/fetches/fetchRecords';
import { fileCount, receivedBytes, savedFiles, type FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import { shownName } from '@data-manager/domain/names/shownName';
import { matchSelection } from '@data-manager/domain/uploads/matchSelection';
import { sentBytes } from '@data-manager/domain/uploads/uploadProgress';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { readFolder } from '../platform/folders/readFolder';
import { diskFolder } from '../platform/node/diskFolder';
import { gatherFound } from '../platform/reading/readFiles';
import {
  cancelRequested,
  fetchRemoved,
  resumeRequested,
  selectFetch,
  selectOwnFetches,
} from '../transfers/fetches/fetchesSlice';
import {
  checkRequested,
  discardRequested,
  filesDiscarded,
  interruptedFound,
  reopenRequested,
  resumeRequested as resumeFilesRequested,
  selectInterruptedFiles,
  selectionChecked,
} from '../transfers/interrupted/interruptedSlice';
import type { Context } from './context';
import { finishDownload } from './download';
import { commandError, EXIT, failureText, type ExitCode } from './exitCode';
import { findPlace } from './places';
import type { Session } from './session';
import { finishUploads } from './upload/upload';

/** The files of a folder that were to be uploaded into a place. */
export interface InterruptedPlace {
  /** An absolute path. */
  readonly folder: string;
  readonly path: string;
}

/** `dm status [FOLDER PATH]`: what is interrupted on this computer, or what any computer has begun of a folder. */
export async function status(session: Session, { output }: Context, place?: InterruptedPlace): Promise<ExitCode> {
  const { uploads } = await findUploads(session, place);
  const { received = {} } = session.store.getState().interrupted;
  for (const file of uploads) {
    const sent = received[file.id] ?? sentBytes(file);
    output.line(`upload    ${formatBytes(sent, 'en')} of ${formatBytes(file.size, 'en')}  ${shownName(file.key)}`);
    output.event('upload', { key: file.key, size: file.size, sent });
  }
  for (const fetch of await storedFetches(session, place)) {
    const { title, folderName, totalBytes: size } = fetch;
    const received = receivedBytes(fetch);
    output.line(
      `download  ${formatBytes(received, 'en')} of ${formatBytes(size, 'en')}  ${shownName(title)} into ${shownName(folderName)}`,
    );
    const files = fileCount(fetch);
    output.event('download', { title, folderName, size, received, files, saved: savedFiles(fetch) });
  }
  return EXIT.done;
}

/** `dm resume [FOLDER PATH]`: continues what `dm status` lists. */
export async function resume(session: Session, context: Context, place?: InterruptedPlace): Promise<ExitCode> {
  const { store, ports } = session;
  const { uploads, chosen } = await findUploads(session, place);
  const fetches = await storedFetches(session, place);
  const codes: ExitCode[] = [];
  if (uploads.length > 0) {
    const { active = [] } = store.getState().interrupted;
    const sending = uploads.filter(({ id }) => active.includes(id)).length;
    if (sending > 0) context.output.say(activeText(sending));
    const checked = session.next(selectionChecked);
    const files = chosen?.map(({ file, ...rest }) => ({ ...rest, id: ports.files.add(file) }));
    store.dispatch(files === undefined ? reopenRequested() : resumeFilesRequested({ files }));
    const { refused } = await checked;
    for (const { failure } of refused) context.output.say(failureText(failure));
    if (refused.length > 0) codes.push(EXIT.failed);
    codes.push(await finishUploads(session, context));
  }
  for (const fetch of fetches) {
    if (!context.signal.aborted) store.dispatch(resumeRequested({ id: fetch.id }));
    codes.push(await finishDownload(session, context, fetch));
  }
  if (codes.length === 0) context.output.say('Nothing is interrupted.');
  return codes.find((code) => code !== EXIT.done) ?? EXIT.done;
}

function activeText(sending: number): string {
  const were = plural(sending, 'upload was', 'uploads were');
  return `${formatCount(sending)} ${were} active within the last three minutes. If the computer that has begun ${plural(sending, 'it', 'them')} is still sending, stop it: parts are sent twice.`;
}

/** `dm cancel [FOLDER PATH]`: gives up what `dm status` lists. Files that are complete stay. */
export async function cancel(session: Session, { output }: Context, place?: InterruptedPlace): Promise<ExitCode> {
  const { store } = session;
  const ids = (await findUploads(session, place)).uploads.map(({ id }) => id);
  if (ids.length > 0) {
    const discarded = session.next(filesDiscarded);
    store.dispatch(discardRequested({ ids }));
    await discarded;
  }
  const fetches = await storedFetches(session, place);
  for (const { id } of fetches) {
    const removed = session.next(fetchRemoved);
    store.dispatch(cancelRequested({ id }));
    await removed;
  }
  const left = selectInterruptedFiles(store.getState()).filter(({ id }) => ids.includes(id)).length;
  output.event('done', { uploads: ids.length - left, downloads: fetches.length, left });
  if (left > 0) output.say(`${counted(left, 'upload')} could not be cancelled: the server did not confirm it.`);
  output.say(`${counted(ids.length - left, 'upload')} and ${counted(fetches.length, 'download')} cancelled.`);
  return left === 0 ? EXIT.done : EXIT.failed;
}

/** Finds the interrupted uploads of this computer, or those of a folder into a place with the files of the folder. */
async function findUploads(session: Session, request: InterruptedPlace | undefined) {
  const { store, found } = session;
  await found;
  const path = request && `${session.sponsorId}/${(await findPlace(session, request.path)).path}`;
  const checked = session.next({
    match: (action): action is ReturnType<typeof interruptedFound> =>
      interruptedFound.match(action) && action.payload.place === path,
  });
  store.dispatch(checkRequested(path === undefined ? undefined : { place: path }));
  await checked;
  const state = store.getState();
  const { received = {}, failure } = state.interrupted;
  const files = selectInterruptedFiles(state);
  // Without a folder, the records of this computer are enough.
  if (request !== undefined && failure !== undefined) throw commandError(failure);
  if (request === undefined) return { uploads: files.filter(({ id }) => !(id in received)) };
  const chosen = await filesOf(request.folder);
  const below = files.filter(({ key }) => key.startsWith(`${path ?? ''}/`));
  const { matched, changed } = matchSelection(below, chosen, received);
  return { uploads: [...matched.map(({ file }) => file), ...changed], chosen };
}

async function filesOf(folder: string) {
  const { found } = await gatherFound(readFolder(diskFolder(folder)));
  return found.map(({ file, relativePath, size, lastModified }) => ({
    file,
    id: relativePath,
    name: file.name,
    size,
    lastModified,
    webkitRelativePath: relativePath,
  }));
}

/** Waits until the store has read the recorded downloads. None of them is an upload of a folder. */
async function storedFetches(
  { ports, store, until }: Session,
  place: InterruptedPlace | undefined,
): Promise<readonly FolderFetch[]> {
  if (place !== undefined) return [];
  const plans = await ports.records('folder-fetches').readAll(PLANS_END);
  const ids = [...parsePlans(plans ?? new Map())].map(({ id }) => id);
  await until((state) => ids.every((id) => selectFetch(state, id) !== undefined));
  return selectOwnFetches(store.getState());
}
