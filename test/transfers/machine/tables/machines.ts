import type { UnknownAction } from '@reduxjs/toolkit';
import { NO_PROGRESS, type Comparison } from '@data-manager/domain/compare/comparison';
import type { DownloadItem } from '@data-manager/domain/downloads/download';
import type { FetchPhase, FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import type { Follow, FollowPhase, SetAsideFile } from '@data-manager/domain/follow/follow';
import type { UploadPhase, UploadProgress } from '@data-manager/domain/uploads/upload';
import type { QueueStatus, UploadsState } from '@data-manager/domain/uploads/uploadQueue';
import { inChunks } from '@data-manager/lib/chunks';
import { loginFound } from '../../../../src/session/sessionSlice';
import * as comparisons from '../../../../src/transfers/comparisons/comparisonsSlice';
import * as downloads from '../../../../src/transfers/downloads/downloadsSlice';
import * as fetches from '../../../../src/transfers/fetches/fetchesSlice';
import * as follows from '../../../../src/transfers/follows/followsSlice';
import * as interrupted from '../../../../src/transfers/interrupted/interruptedSlice';
import * as uploads from '../../../../src/transfers/uploads/uploadsSlice';
import {
  aComparison,
  aDownload,
  aFetch,
  aFollow,
  anOwner,
  anUploadFile,
  aReceipt,
  aSavedArchive,
} from '../../../support/builders';
import { describeList, describeMachine, type Machine } from './machine';

const failure = { kind: 'unreachable' } as const;

function downloadsMachine(): Machine {
  const id = 'download-1';
  const url = 'https://files.test/a.zip';
  const archive = aSavedArchive();
  return describeList<DownloadItem>({
    name: 'downloads',
    slice: downloads,
    reduce: downloads.downloadsReducer,
    items: {
      queued: aDownload(),
      failed: aDownload({ phase: 'failed' }),
      preparing: aDownload({ phase: 'preparing' }),
      ready: aDownload({ phase: 'ready' }),
      cancelling: aDownload({ phase: 'cancelling' }),
    },
    others: ['downloadsRestored'],
    examples: {
      'downloadQueued (the same again)': downloads.downloadQueued({ item: aDownload({ id: 'other' }) }),
      downloadStarted: downloads.downloadStarted({ id, downloadId: 'ref-1' }),
      'downloadStarted (with a URL)': downloads.downloadStarted({ id, downloadId: 'ref-1', url }),
      startFailed: downloads.startFailed({ id, failure }),
      'downloadSetAside (after crashes)': downloads.downloadSetAside({ id, failure: { kind: 'crashed' } }),
      downloadRequeued: downloads.downloadRequeued({ id }),
      progressReceived: downloads.progressReceived({ id, completedSize: 7, totalSize: 9 }),
      pollFailed: downloads.pollFailed({ id, failure }),
      downloadReady: downloads.downloadReady({ id, url }),
      urlExpired: downloads.urlExpired({ id }),
      downloadSaved: downloads.downloadSaved({ archive }),
      downloadSavedInOtherTab: downloads.downloadSavedInOtherTab({ archive }),
      downloadLost: downloads.downloadLost({ id }),
      cancellingStarted: downloads.cancellingStarted({ id }),
      downloadCancelled: downloads.downloadCancelled({ id }),
      downloadRemoved: downloads.downloadRemoved({ id }),
      queueCleared: downloads.queueCleared({ ids: [id] }),
    },
  });
}

const EMPTY_QUEUE = uploads.uploadsReducer(undefined, { type: 'init' });
const session = { uploadId: 'up-1', parts: [{ partNumber: 1, etag: 'e1', md5: 'm1' }] };

/** `waiting+`: a waiting file for which the server already has parts. */
const PROGRESS: Readonly<Record<UploadPhase | 'waiting+', UploadProgress>> = {
  waiting: { phase: 'waiting' },
  'waiting+': { phase: 'waiting', session },
  starting: { phase: 'starting' },
  uploading: { phase: 'uploading', session, inFlight: {} },
  completing: { phase: 'completing', session },
  failed: { phase: 'failed', failure, session },
};

/** A file of three parts. */
function queueWith(progress: UploadProgress): UploadsState {
  return { ...EMPTY_QUEUE, files: inChunks([anUploadFile({ size: 150_000_000, progress })]) };
}

/** The events of the queue as a whole; those of a file are the others. */
const OF_QUEUE = ['waitingStarted', 'waitingEnded', 'queuePaused', 'queueResumed', 'cancellingStarted', 'endDismissed'];

function uploadsMachine(): Machine {
  const id = 'file-1';
  const receipt = { ...aReceipt(), parts: [] };
  return describeMachine<UploadsState, keyof typeof PROGRESS>({
    name: 'uploads',
    slice: uploads,
    reduce: uploads.uploadsReducer,
    none: EMPTY_QUEUE,
    states: mapRecord(PROGRESS, queueWith),
    phaseOf: ({ files }) => {
      const progress = files[0]?.[0]?.progress;
      return progress?.phase === 'waiting' && progress.session !== undefined ? 'waiting+' : progress?.phase;
    },
    membersOf: ({ files, done }) => {
      const { progress, ...file } = files[0]?.[0] ?? anUploadFile();
      return { ...file, ...progress, done, phase: undefined };
    },
    others: OF_QUEUE,
    examples: {
      'filesQueued (the same id)': uploads.filesQueued({ files: [anUploadFile()] }),
      startSent: uploads.startSent({ id }),
      uploadStarted: uploads.uploadStarted({ id, uploadId: 'up-2', at: 5 }),
      uploadResumed: uploads.uploadResumed({ id }),
      uploadIdLost: uploads.uploadIdLost({ id }),
      progressSampled: uploads.progressSampled({ id, inFlight: { 2: 9 } }),
      partUploaded: uploads.partUploaded({ id, part: { partNumber: 2, etag: 'e2', md5: 'm2' } }),
      partRetried: uploads.partRetried({ id, partNumber: 2, tries: 1, waitMs: 9, failure }),
      completionSent: uploads.completionSent({ id }),
      fileCompleted: uploads.fileCompleted({ id, receipt, uploadId: 'up-1', lastFile: true }),
      fileSetAside: uploads.fileSetAside({ id, failure }),
      fileReturnedToQueue: uploads.fileReturnedToQueue({ id }),
      'filesRequeued (with parts)': uploads.filesRequeued({ ids: [id] }),
      fileRemoved: uploads.fileRemoved({ id }),
      queueCancelled: uploads.queueCancelled({ ids: [id] }),
    },
  });
}

function queueMachine(): Machine {
  const id = 'file-1';
  const uploading = queueWith(PROGRESS.uploading);
  const inFlight = uploads.progressSampled({ id, inFlight: { 2: 9 } });
  const withStatus = (status: QueueStatus): UploadsState => ({ ...uploading, status });
  return describeMachine<UploadsState, QueueStatus['kind'] | 'cancelling while paused' | 'empty'>({
    name: 'queue',
    slice: uploads,
    reduce: uploads.uploadsReducer,
    states: {
      running: uploading,
      waiting: withStatus({ kind: 'waiting', reason: 'network' }),
      paused: withStatus({ kind: 'paused' }),
      cancelling: withStatus({ kind: 'cancelling', ids: [id] }),
      'cancelling while paused': withStatus({ kind: 'cancelling', ids: [id], paused: { kind: 'paused' } }),
      empty: { ...EMPTY_QUEUE, done: { files: 2, bytes: 9 } },
    },
    phaseOf: ({ files, status }) => {
      if (files.length === 0) return 'empty';
      return status.kind === 'cancelling' && status.paused !== undefined ? 'cancelling while paused' : status.kind;
    },
    membersOf: ({ files, status, done }) => ({ files, ...status, kind: undefined, done }),
    others: Object.keys(uploadsMachine().examples).map((label) => label.split(' ')[0] ?? ''),
    examples: {
      'filesQueued (another)': uploads.filesQueued({ files: [anUploadFile({ id: 'other' })] }),
      waitingStarted: uploads.waitingStarted({ reason: 'session' }),
      waitingEnded: uploads.waitingEnded(),
      'progressSampled (more bytes)': inFlight,
      queuePaused: uploads.queuePaused(),
      queueResumed: uploads.queueResumed(),
      cancellingStarted: uploads.cancellingStarted({ ids: [id] }),
      'queueCancelled (all files)': uploads.queueCancelled({ ids: [id] }),
      endDismissed: uploads.endDismissed(),
    },
  });
}

/** Two of three files are saved, the third one is in progress. */
function aFetchIn(phase: FetchPhase): FolderFetch {
  const saved = { verified: 1, present: 1, unverifiable: 0 };
  const current = { index: 2, bytes: 5 };
  const waiting = { ...(phase === 'running' && { waiting: 'network' as const }) };
  return aFetch({ phase, next: 2, saved, savedBytes: 20, ...(phase !== 'ended' && { current }), ...waiting });
}

function fetchesMachine(): Machine {
  const id = 'fetch-1';
  return describeList<FolderFetch>({
    name: 'fetches',
    slice: fetches,
    reduce: fetches.fetchesReducer,
    items: {
      queued: aFetchIn('queued'),
      running: aFetchIn('running'),
      paused: aFetchIn('paused'),
      ended: aFetchIn('ended'),
    },
    others: ['fetchesRestored'],
    examples: {
      'fetchQueued (the same id)': fetches.fetchQueued({ fetch: aFetch({ title: 'other' }) }),
      fetchStarted: fetches.fetchStarted({ id }),
      'fileStarted (the next file)': fetches.fileStarted({ id, index: 2 }),
      'fileStarted (another file)': fetches.fileStarted({ id, index: 1 }),
      'progressSampled (the file in progress)': fetches.progressSampled({ id, index: 2, bytes: 7 }),
      'progressSampled (another file)': fetches.progressSampled({ id, index: 1, bytes: 7 }),
      fileRetried: fetches.fileRetried({ id, index: 2, tries: 1, failure }),
      'fileSaved (the next file)': fetches.fileSaved({ id, index: 2, outcome: 'verified' }),
      'fileSaved (another file)': fetches.fileSaved({ id, index: 1, outcome: 'verified' }),
      'fileSetAside (the next file)': fetches.fileSetAside({ id, index: 2, failure }),
      'fileSetAside (another file)': fetches.fileSetAside({ id, index: 1, failure }),
      waitingStarted: fetches.waitingStarted({ id, reason: 'session' }),
      waitingEnded: fetches.waitingEnded({ id }),
      fetchPaused: fetches.fetchPaused({ id }),
      fetchResumed: fetches.fetchResumed({ id }),
      'fetchEnded (before the last file)': fetches.fetchEnded({ id }),
      'fetchEnded (after the last file)': [
        fetches.fileSaved({ id, index: 2, outcome: 'verified' }),
        fetches.fetchEnded({ id }),
      ],
      'fetchEnded (with files set aside)': [
        fetches.fileSetAside({ id, index: 2, failure }),
        fetches.fetchEnded({ id }),
      ],
      filesRequeued: fetches.filesRequeued({ id }),
      fetchRemoved: fetches.fetchRemoved({ id }),
    },
  });
}

const aside = (path: string): SetAsideFile => ({ path, name: path, size: 1, reason: { kind: 'invalid-name' } });

/** A follow that has set a file aside. */
function aFollowIn(phase: FollowPhase): Follow {
  const given = { taken: 3, setAside: [aside('a')], setAsideCount: 1 };
  switch (phase) {
    case 'waiting':
      return aFollow({ phase, ...given, reason: 'permission' });
    case 'ended':
      return aFollow({ phase, ...given, how: 'stopped', endedAt: 8 });
    default:
      return aFollow({ phase, ...given });
  }
}

function completed(key: string): UnknownAction {
  return uploads.fileCompleted({
    id: 'f',
    uploadId: 'u',
    lastFile: false,
    receipt: { ...aReceipt({ key }), parts: [] },
  });
}

function followsMachine(): Machine {
  const id = 'follow-1';
  return describeList<Follow>({
    name: 'follows',
    slice: follows,
    reduce: follows.followsReducer,
    items: {
      following: aFollowIn('following'),
      waiting: aFollowIn('waiting'),
      stopping: aFollowIn('stopping'),
      ended: aFollowIn('ended'),
    },
    others: ['followsRestored'],
    examples: {
      'followStarted (the same id)': follows.followStarted({ follow: aFollow({ title: 'other' }) }),
      folderScanned: follows.folderScanned({ id, growing: 7 }),
      filesTaken: follows.filesTaken({ id, paths: ['b'], at: 5, numbered: 0 }),
      filesForgotten: follows.filesForgotten({ id, ids: ['f'] }),
      filesSetAside: follows.filesSetAside({ id, files: [aside('b')] }),
      setAsideCleared: follows.setAsideCleared({ id, paths: ['a'] }),
      'setAsideCleared (another file)': follows.setAsideCleared({ id, paths: ['b'] }),
      prefixAccepted: follows.prefixAccepted({ id, prefix: 'TC043' }),
      waitingStarted: follows.waitingStarted({ id, reason: 'folder' }),
      waitingEnded: follows.waitingEnded({ id }),
      idleNoticed: follows.idleNoticed({ id }),
      idleTimeSet: follows.idleTimeSet({ id, idleAfterMs: 1 }),
      stoppingStarted: follows.stoppingStarted({ id }),
      followStopped: follows.followStopped({ id, at: 9 }),
      'followEnded (after a long rest, or crashes)': follows.followEnded({ id, how: 'rested', at: 9 }),
      expectedChanged: follows.expectedChanged({ id, expected: { sections: 4, channels: [1] } }),
      followRemoved: follows.followRemoved({ id }),
      'fileCompleted (into the dataset)': completed('acme/brains/TC042/TC042_S000001_L01_ch01.tif'),
      'fileCompleted (elsewhere)': completed('acme/brains/TC043/TC043_S000001_L01_ch01.tif'),
    },
  });
}

function comparisonsMachine(): Machine {
  const id = 'comparison-1';
  const progress = { ...NO_PROGRESS, toHash: 8, hashed: 5 };
  return describeList<Comparison>({
    name: 'comparisons',
    slice: comparisons,
    reduce: comparisons.comparisonsReducer,
    items: {
      reading: aComparison({ phase: 'reading' }),
      matching: aComparison({ phase: 'matching', waiting: 'session' }),
      failed: aComparison({ phase: 'failed' }),
      hashing: aComparison({ phase: 'hashing' }),
      paused: aComparison({ phase: 'paused' }),
      done: aComparison({ phase: 'done' }),
    },
    examples: {
      'comparisonStarted (the same id)': comparisons.comparisonStarted({
        comparison: aComparison({ phase: 'reading' }),
      }),
      'comparisonsRestored (the same id)': comparisons.comparisonsRestored({
        items: [aComparison({ phase: 'reading' })],
      }),
      filesFound: comparisons.filesFound({ id, found: 3, unreadable: 1 }),
      folderRead: comparisons.folderRead({ id }),
      waitingStarted: comparisons.waitingStarted({ id, reason: 'network' }),
      waitingEnded: comparisons.waitingEnded({ id }),
      comparisonFailed: comparisons.comparisonFailed({ id, failure }),
      namesMatched: comparisons.namesMatched({ id, progress }),
      progressSampled: comparisons.progressSampled({ id, progress }),
      comparisonPaused: comparisons.comparisonPaused({ id, at: 5 }),
      comparisonResumed: comparisons.comparisonResumed({ id }),
      'comparisonRequeued (the page has the files)': comparisons.comparisonRequeued({ id }),
      'folderReopened (it does not)': comparisons.folderReopened({ id }),
      comparisonEnded: comparisons.comparisonEnded({ id, at: 9 }),
      comparisonDismissed: comparisons.comparisonDismissed({ id }),
      comparisonRemoved: comparisons.comparisonRemoved({ id }),
    },
  });
}

function interruptedMachine(): Machine {
  const none = interrupted.interruptedReducer(undefined, { type: 'init' });
  const [a, b] = [anUploadFile({ id: 'a' }), anUploadFile({ id: 'b' })];
  const found = { isReopenable: false, done: { files: 3, bytes: 9 }, isElsewhere: false };
  const after = (...events: readonly UnknownAction[]) =>
    [interrupted.interruptedFound({ ...found, files: [a, b] }), ...events].reduce(interrupted.interruptedReducer, none);
  type State = interrupted.InterruptedState;
  return describeMachine<State, 'nothing interrupted' | 'interrupted' | Exclude<State['status']['kind'], 'idle'>>({
    name: 'interrupted',
    slice: interrupted,
    reduce: interrupted.interruptedReducer,
    states: {
      'nothing interrupted': none,
      interrupted: after(),
      resuming: after(interrupted.resumingStarted()),
      discarding: after(interrupted.discardingStarted()),
    },
    phaseOf: ({ files, status }) => {
      if (status.kind !== 'idle') return status.kind;
      return files.length === 0 ? 'nothing interrupted' : 'interrupted';
    },
    membersOf: ({ status, ...state }) => ({ ...state, ...status, kind: undefined }),
    mayCopy: true,
    others: ['tabOpened'],
    examples: {
      'interruptedFound (with files)': interrupted.interruptedFound({ ...found, files: [b] }),
      'interruptedFound (without)': interrupted.interruptedFound({ ...found, files: [], done: { files: 0, bytes: 0 } }),
      resumingStarted: interrupted.resumingStarted(),
      'filesQueued (one of the files)': uploads.filesQueued({ files: [a] }),
      selectionChecked: interrupted.selectionChecked({
        resumed: 1,
        missing: 1,
        foreign: 0,
        forbidden: 0,
        elsewhere: 0,
        refused: [],
      }),
      discardingStarted: interrupted.discardingStarted(),
      'filesForgotten (of a followed folder)': follows.filesForgotten({ id: 'follow-1', ids: ['a'] }),
      filesDiscarded: interrupted.filesDiscarded({ ids: ['a'] }),
      'loginFound (another user)': loginFound(anOwner()),
    },
  });
}

export const MACHINES: readonly Machine[] = [
  downloadsMachine(),
  uploadsMachine(),
  queueMachine(),
  fetchesMachine(),
  followsMachine(),
  comparisonsMachine(),
  interruptedMachine(),
];

function mapRecord<Name extends string, From, To>(record: Readonly<Record<Name, From>>, map: (from: From) => To) {
  return Object.fromEntries(Object.entries<From>(record).map(([name, one]) => [name, map(one)] as const)) as Record<
    Name,
    To
  >;
}
