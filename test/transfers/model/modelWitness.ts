import type { UnknownAction } from '@reduxjs/toolkit';
import type { AppStore } from '../../../src/app/createAppStore';
import { downloadPercent, isSameDownload, type DownloadItem } from '../../../src/domain/downloads/download';
import { hashOfPaths } from '../../../src/domain/downloads/zipName';
import { sessionOf } from '../../../src/domain/uploads/upload';
import { uploadPercent } from '../../../src/domain/uploads/uploadProgress';
import { selectSessionOwner } from '../../../src/session/sessionSlice';
import {
  cancelRequested,
  clearAllRequested,
  downloadCancelled,
  downloadLost,
  downloadQueued,
  downloadRemoved,
  downloadSaved,
  downloadStarted,
  listRestored,
  queueCleared,
  removeRequested,
} from '../../../src/transfers/downloads/downloadsSlice';
import {
  cancelRequested as cancelUploadsRequested,
  fileCompleted,
  fileFailed,
  fileReturnedToQueue,
  filesQueued,
  progressSampled,
  queueCancelled,
  uploadIdLost,
} from '../../../src/transfers/uploads/uploadsSlice';
import type { DownloadsApi, StartBody } from './modelDownloads';

type State = ReturnType<AppStore['getState']>;

/** What the witness looks at beside the actions. */
interface Witnessed {
  readonly downloads: Pick<DownloadsApi, 'saidLost'>;
  /** How many PUTs ended otherwise than well so far. */
  readonly badPuts: () => number;
}

/** Sees every action of every page with the state before and after it, and says what must not be. */
export function createModelWitness({ downloads, badPuts }: Witnessed) {
  const violations: string[] = [];
  const queued = new Set<string>();
  const queuedKeys = new Set<string>();
  const references = new Set<string>();
  const started = new Set<string>();
  const ended = new Set<string>();
  const saved = new Set<string>();
  const starting = new Set<string>();
  /** Items, or all that can be cleared, that a person wanted gone. */
  const unwanted = new Set<string>();
  const percents = new Map<string, number>();
  let uploadsUnwanted = false;
  /** At the last two samples: what a part had on the wire may be counted until the one after its end. */
  let badPutsBefore: readonly [number, number] = [0, 0];
  const blame = (what: string): void => void violations.push(what);

  /** Whether an action says that an item has ended, and why it may say so. */
  const endsDownload = (action: UnknownAction, item: DownloadItem): boolean => {
    const { id } = item;
    if (downloadSaved.match(action)) return action.payload.archive.id === id;
    if (downloadLost.match(action))
      return action.payload.id === id && 'downloadId' in item && downloads.saidLost.has(item.downloadId ?? '');
    if (downloadCancelled.match(action)) return action.payload.id === id && unwanted.has(id);
    if (downloadRemoved.match(action)) return action.payload.id === id && unwanted.has(id);
    if (queueCleared.match(action)) return action.payload.ids.includes(id) && unwanted.has('all');
    return listRestored.match(action) && ended.has(id);
  };

  const seeDownloads = (action: UnknownAction, before: State, after: State): void => {
    if (downloadQueued.match(action)) queued.add(action.payload.item.id);
    if (downloadStarted.match(action)) {
      if (started.has(action.payload.id)) blame(`${action.payload.id} is started twice`);
      started.add(action.payload.id);
      references.add(action.payload.downloadId);
    }
    if (downloadSaved.match(action)) {
      const { id } = action.payload.archive;
      if (saved.has(id)) blame(`${id} is saved twice`);
      saved.add(id);
    }
    const left = new Set(after.downloads.items.map(({ id }) => id));
    for (const item of before.downloads.items.filter(({ id }) => !left.has(id))) {
      if (endsDownload(action, item)) ended.add(item.id);
      else blame(`${item.id} vanishes with ${action.type}`);
    }
    const active = new Map<string, number>();
    for (const item of after.downloads.items) {
      const percent = downloadPercent(item);
      notePercent(`download ${item.id}`, percent, false);
      if (!['preparing', 'ready'].includes(item.phase)) continue;
      active.set(item.userId, (active.get(item.userId) ?? 0) + 1);
    }
    for (const [user, count] of active) if (count > 1) blame(`${count} downloads of ${user} are active`);
  };

  const notePercent = (name: string, percent: number, mayFall: boolean): void => {
    if (!(percent >= 0 && percent <= 100)) blame(`${name} is at ${percent} %`);
    if (!mayFall && percent < (percents.get(name) ?? 0)) {
      blame(`${name} falls from ${percents.get(name) ?? 0} % to ${percent} %`);
    }
    percents.set(name, percent);
  };

  const seeUploads = (action: UnknownAction, before: State, after: State): void => {
    const left = new Map(after.uploads.files.map((file) => [file.id, file]));
    for (const file of before.uploads.files) {
      const now = left.get(file.id);
      if (now === undefined) {
        const isDone = fileCompleted.match(action) && action.payload.id === file.id;
        const isCancelled = queueCancelled.match(action) && action.payload.ids.includes(file.id) && uploadsUnwanted;
        if (!isDone && !isCancelled) blame(`${file.name} vanishes with ${action.type}`);
        continue;
      }
      const lost = uploadIdLost.match(action) || fileFailed.match(action);
      if (!lost && (sessionOf(now)?.parts.length ?? 0) < (sessionOf(file)?.parts.length ?? 0)) {
        blame(`${file.name} loses parts with ${action.type}`);
      }
      const isTakenOff = lost || fileReturnedToQueue.match(action) || badPuts() > badPutsBefore[0];
      notePercent(`upload ${file.id}`, uploadPercent(now), isTakenOff);
    }
    if (progressSampled.match(action)) badPutsBefore = [badPutsBefore[1], badPuts()];
  };

  return {
    violations,
    /** Ids of every item that was ever queued. */
    queued,
    /** Every reference that an item had. */
    references,
    /** Keys of every file that was ever queued. */
    queuedKeys,
    /** Ids of the items that have ended. */
    ended,
    /** Ids of the items that were saved. */
    saved,
    see: (action: UnknownAction, before: State, after: State): void => {
      if (removeRequested.match(action) || cancelRequested.match(action)) unwanted.add(action.payload.id);
      if (clearAllRequested.match(action)) unwanted.add('all');
      if (cancelUploadsRequested.match(action)) uploadsUnwanted = true;
      if (filesQueued.match(action)) for (const { key } of action.payload.files) queuedKeys.add(key);
      if (before.downloads !== after.downloads) seeDownloads(action, before, after);
      if (before.uploads !== after.uploads) seeUploads(action, before, after);
    },
    /** A page asks the server to begin an archive. Gives who is to hear that the answer is there. */
    seeStart: (state: State, body: StartBody): (() => void) => {
      const path = body.folder ?? body.files ?? '';
      const hash = typeof path === 'string' ? {} : { hash: hashOfPaths(path) };
      const owner = selectSessionOwner(state);
      const item = state.downloads.items.find(
        (one) =>
          isSameDownload(one, { path, downsampled: body.onlyDownSamples, ...hash }) &&
          (owner === undefined || one.userId === owner.userId),
      );
      // A call is repeated after a 5xx; the person may have taken the item away meanwhile.
      if (item === undefined) return () => undefined;
      if ('downloadId' in item) blame(`${item.id} is started, though it has a reference`);
      if (starting.has(item.id)) blame(`${item.id} is started while it is being started`);
      starting.add(item.id);
      return () => void starting.delete(item.id);
    },
  };
}
