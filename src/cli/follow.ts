import { endText } from '@data-manager/domain/follow/announceFollows';
import { isFollowActive, type Follow } from '@data-manager/domain/follow/follow';
import { parseFollows } from '@data-manager/domain/follow/followRecords';
import { setAsideText } from '@data-manager/domain/follow/setAsideText';
import { nameInText } from '@data-manager/domain/names/shownName';
import { plannedDatasets } from '@data-manager/domain/uploads/plannedDatasets';
import { pauseOf } from '@data-manager/domain/uploads/uploadQueue';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { nameFolders } from '../features/preflight/rows/rows';
import { diskFolder } from '../platform/node/diskFolder';
import {
  filesSetAside,
  followRemoved,
  followRequested,
  followStarted,
  removeRequested,
  resumeRequested,
  selectFollow,
  selectOwnFollows,
  stopRequested,
} from '../transfers/follows/followsSlice';
import { selectUpload } from '../transfers/uploads/uploadsSelectors';
import { fileCompleted, fileSetAside } from '../transfers/uploads/uploadsSlice';
import type { Context } from './context';
import { codeOf, CommandError, EXIT, failureText, REFUSED_TEXT, type ExitCode } from './exitCode';
import { onAbort } from './onAbort';
import { findUploadPlace, keepSeals, listFiles, type Place } from './places';
import type { Session } from './session';

/** The lock of the process that follows folders. Others wait for it. */
export const FOLLOWS_LOCK = 'data-manager-follows';

interface FollowRequest {
  /** An absolute path. */
  readonly folder: string;
  readonly path: string;
  /** Uploads also if that breaks a seal. */
  readonly yes: boolean;
}

/** `dm follow FOLDER PATH`: uploads the files of a folder as they appear, until Ctrl-C or until nothing has changed for a day. */
export async function follow(session: Session, context: Context, request: FollowRequest): Promise<ExitCode> {
  const { output, signal } = context;
  const { store, onAction, until } = session;
  const { folder } = request;
  const place = await findUploadPlace(session, request.path);
  onAction((action) => {
    if (fileCompleted.match(action)) {
      const { key, size, checksum } = action.payload.receipt;
      output.line(key);
      output.event('uploaded', { key, size, checksum });
    } else if (fileSetAside.match(action)) {
      const { id: fileId, failure } = action.payload;
      const { key = '' } = selectUpload(store.getState(), fileId) ?? {};
      output.say(`${nameInText(key)}: ${failureText(failure)}`);
      output.event('failed', { key, kind: failure.kind });
    } else if (filesSetAside.match(action)) {
      for (const { path: file, reason } of action.payload.files) {
        output.say(`${nameInText(file)}: ${setAsideText(reason)}`);
        output.event('setAside', { path: file, reason });
      }
    }
  });
  const { id, folderName } = (await findFollow(session, place)) ?? (await startFollow(session, place, request));
  if (folderName !== lastSegment(folder)) {
    throw new CommandError(EXIT.failed, `Another folder is followed into this place: ${folderName}.`);
  }
  output.say(`Following ${nameInText(folderName)}. Ctrl-C stops it once the files that it has found are uploaded.`);
  onAbort(signal, () => void store.dispatch(stopRequested({ id })));
  const end = await until((state) => {
    if (state.session.status === 'loggedOut') return 'signedOut';
    const fault = pauseOf(state.uploads.status)?.fault;
    if (fault !== undefined) return fault;
    const found = selectFollow(state, id);
    return found?.phase === 'ended' && found;
  });
  if (end === 'signedOut') {
    output.say(`${REFUSED_TEXT} The same command continues.`);
    return EXIT.refused;
  }
  if ('kind' in end) {
    output.say(`${failureText(end)} The same command continues.`);
    return codeOf([end]);
  }
  // The other ends are announced by the transfers themselves.
  if (end.how === 'crashed') output.say(endText(end));
  output.event('done', { how: end.how, uploaded: end.taken, setAside: end.setAsideCount });
  const removed = session.next(followRemoved);
  store.dispatch(removeRequested({ id }));
  await removed;
  if (end.how === 'stopped') return EXIT.stopped;
  return end.how === 'rested' && end.setAsideCount === 0 ? EXIT.done : EXIT.failed;
}

/** Finds what a killed process has followed into the same place, and continues it. */
async function findFollow({ ports, store, until }: Session, { path }: Place): Promise<Follow | undefined> {
  const isSame = (one: Follow): boolean => isFollowActive(one) && one.keyPrefix === path;
  const stored = parseFollows((await ports.records('follows').readAll()) ?? new Map(), new Map());
  if (!stored.some((one) => isSame(one.follow))) return undefined;
  const found = await until((state) => selectOwnFollows(state).find(isSame));
  store.dispatch(resumeRequested({ id: found.id }));
  return found;
}

async function startFollow(session: Session, place: Place, { folder, yes }: FollowRequest): Promise<Follow> {
  const { store, ports, sponsorId } = session;
  const { project, datasets, path: keyPrefix } = place;
  const target = keyPrefix.includes('/') ? keyPrefix : `${keyPrefix}/${lastSegment(folder)}`;
  if (!yes) await keepSeals(session, place, [`${sponsorId}/${target}/`]);
  const keys = (await listFiles(session, place)).map(({ key }) => key);
  const { folderId, name: folderName } = await ports.folders.add(diskFolder(folder));
  const names = nameFolders(plannedDatasets(project, datasets), keys).get(`${sponsorId}/${target}`)?.names;
  const started = session.next(followStarted);
  store.dispatch(
    followRequested({
      ...{ title: lastSegment(keyPrefix), folderId, folderName, keyPrefix, onServer: keys, numbered: 0 },
      ...(names !== undefined && { dataset: lastSegment(target), names }),
    }),
  );
  return (await started).follow;
}
