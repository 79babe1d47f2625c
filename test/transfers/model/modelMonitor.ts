import type { UnknownAction } from '@reduxjs/toolkit';
import { downloadPercent, isSameDownload, type DownloadItem } from '@data-manager/domain/downloads/download';
import { hashOfPaths } from '@data-manager/domain/downloads/zipName';
import { sessionOf } from '@data-manager/domain/uploads/upload';
import { uploadPercent } from '@data-manager/domain/uploads/uploadProgress';
import type { AppStore } from '../../../src/app/createAppStore';
import { selectSessionOwner } from '../../../src/session/sessionSlice';
import {
  cancelRequested,
  clearAllRequested,
  downloadCancelled,
  downloadLost,
  downloadQueued,
  downloadRemoved,
  downloadSaved,
  downloadsRestored,
  downloadStarted,
  queueCleared,
  removeRequested,
} from '../../../src/transfers/downloads/downloadsSlice';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import {
  cancelRequested as cancelUploadsRequested,
  fileCompleted,
  fileReturnedToQueue,
  fileSetAside,
  filesQueued,
  progressSampled,
  queueCancelled,
  uploadIdLost,
} from '../../../src/transfers/uploads/uploadsSlice';
import type { DownloadsApi, StartBody } from './modelDownloads';

type State = ReturnType<AppStore['getState']>;

interface Monitored {
  readonly downloads: Pick<DownloadsApi, 'reportedLost'>;
  /** Returns the number of PUTs that have failed or were aborted. */
  readonly failedPuts: () => number;
}

/** Checks every action of every page with the states before and after it. */
export function createModelMonitor({ downloads, failedPuts }: Monitored) {
  const violations: string[] = [];
  const queued = new Set<string>();
  const queuedKeys = new Set<string>();
  const downloadIds = new Set<string>();
  const started = new Set<string>();
  const ended = new Set<string>();
  const saved = new Set<string>();
  const starting = new Set<string>();
  /** Ids of items that a user removed or cancelled, or `all`. */
  const withdrawn = new Set<string>();
  const percents = new Map<string, number>();
  let uploadsCancelled = false;
  /** At the last two samples: the bytes of a failed part may be counted until the sample after its end. */
  let failedPutsBefore: readonly [number, number] = [0, 0];
  const report = (violation: string): void => void violations.push(violation);

  /** Returns true if an action may end the item. */
  const endsDownload = (action: UnknownAction, item: DownloadItem): boolean => {
    const { id } = item;
    if (downloadSaved.match(action)) return action.payload.archive.id === id;
    if (downloadLost.match(action))
      return action.payload.id === id && 'downloadId' in item && downloads.reportedLost.has(item.downloadId ?? '');
    if (downloadCancelled.match(action)) return action.payload.id === id && withdrawn.has(id);
    if (downloadRemoved.match(action)) return action.payload.id === id && withdrawn.has(id);
    if (queueCleared.match(action)) return action.payload.ids.includes(id) && withdrawn.has(id);
    return downloadsRestored.match(action) && ended.has(id);
  };

  const checkDownloads = (action: UnknownAction, before: State, after: State): void => {
    if (downloadQueued.match(action)) queued.add(action.payload.item.id);
    if (downloadStarted.match(action)) {
      if (started.has(action.payload.id)) report(`${action.payload.id} is started twice`);
      started.add(action.payload.id);
      downloadIds.add(action.payload.downloadId);
    }
    if (downloadSaved.match(action)) {
      const { id } = action.payload.archive;
      if (saved.has(id)) report(`${id} is saved twice`);
      saved.add(id);
    }
    const left = new Set(after.downloads.items.map(({ id }) => id));
    for (const item of before.downloads.items.filter(({ id }) => !left.has(id))) {
      if (endsDownload(action, item)) ended.add(item.id);
      else report(`${item.id} disappears with ${action.type}`);
    }
    const active = new Map<string, number>();
    for (const item of after.downloads.items) {
      const percent = downloadPercent(item);
      checkPercent(`download ${item.id}`, percent, false);
      if (!['preparing', 'ready'].includes(item.phase)) continue;
      active.set(item.userId, (active.get(item.userId) ?? 0) + 1);
    }
    for (const [user, count] of active) if (count > 1) report(`${count} downloads of ${user} are active`);
  };

  const checkPercent = (name: string, percent: number, mayFall: boolean): void => {
    if (!(percent >= 0 && percent <= 100)) report(`${name} is at ${percent} %`);
    if (!mayFall && percent < (percents.get(name) ?? 0)) {
      report(`${name} falls from ${percents.get(name) ?? 0} % to ${percent} %`);
    }
    percents.set(name, percent);
  };

  const checkUploads = (action: UnknownAction, before: State, after: State): void => {
    const left = new Map(selectAllUploads(after).map((file) => [file.id, file]));
    for (const file of selectAllUploads(before)) {
      const now = left.get(file.id);
      if (now === undefined) {
        const isDone = fileCompleted.match(action) && action.payload.id === file.id;
        const isCancelled = queueCancelled.match(action) && action.payload.ids.includes(file.id) && uploadsCancelled;
        if (!isDone && !isCancelled) report(`${file.name} disappears with ${action.type}`);
        continue;
      }
      const lost = uploadIdLost.match(action) || fileSetAside.match(action);
      if (!lost && (sessionOf(now)?.parts.length ?? 0) < (sessionOf(file)?.parts.length ?? 0)) {
        report(`${file.name} loses parts with ${action.type}`);
      }
      const mayFall = lost || fileReturnedToQueue.match(action) || failedPuts() > failedPutsBefore[0];
      checkPercent(`upload ${file.id}`, uploadPercent(now), mayFall);
    }
    if (progressSampled.match(action)) failedPutsBefore = [failedPutsBefore[1], failedPuts()];
  };

  return {
    violations,
    /** Ids of all downloads that were queued. */
    queued,
    /** The `downloadId` of all downloads that were started. */
    downloadIds,
    /** Keys of all files that were queued. */
    queuedKeys,
    /** Ids of the downloads that have ended. */
    ended,
    /** Ids of the downloads that were saved. */
    saved,
    onAction: (action: UnknownAction, before: State, after: State): void => {
      if (removeRequested.match(action) || cancelRequested.match(action)) withdrawn.add(action.payload.id);
      if (clearAllRequested.match(action)) for (const id of action.payload.ids) withdrawn.add(id);
      if (cancelUploadsRequested.match(action)) uploadsCancelled = true;
      if (filesQueued.match(action)) for (const { key } of action.payload.files) queuedKeys.add(key);
      if (before.downloads !== after.downloads) checkDownloads(action, before, after);
      if (before.uploads !== after.uploads) checkUploads(action, before, after);
    },
    /** Called when a page sends `POST /download`. Returns a function to call when the call has ended. */
    onStart: (state: State, body: StartBody): (() => void) => {
      const path = body.folder ?? body.files ?? '';
      const hash = typeof path === 'string' ? {} : { hash: hashOfPaths(path) };
      const owner = selectSessionOwner(state);
      const item = state.downloads.items.find(
        (one) =>
          isSameDownload(one, { path, downsampled: body.onlyDownSamples, ...hash }) &&
          (owner === undefined || one.userId === owner.userId),
      );
      // The user may have removed the item before a retry after a 5xx.
      if (item === undefined) return () => undefined;
      if ('downloadId' in item) report(`${item.id} is started again`);
      if (starting.has(item.id)) report(`${item.id} is started while another start is pending`);
      starting.add(item.id);
      return () => void starting.delete(item.id);
    },
  };
}
