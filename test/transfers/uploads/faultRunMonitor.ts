import type { UnknownAction } from '@reduxjs/toolkit';
import type { FailureKind } from '@data-manager/domain/failures/failure';
import {
  cancellingStarted,
  fileCompleted,
  fileReturnedToQueue,
  fileSetAside,
  filesQueued,
  partUploaded,
  queueCancelled,
  queuePaused,
  queueResumed,
  uploadStarted,
} from '../../../src/transfers/uploads/uploadsSlice';
import { checksumOf, type PutRecord, type ServerUploads } from './faultRunStorage';

/** Maximum number of parts that are sent at the same time. */
export const MOST_IN_FLIGHT = 6;

interface Monitored {
  readonly uploads: ServerUploads;
  /** In the order in which they were sent. */
  readonly puts: readonly PutRecord[];
  /** Ids of uploads whose cancellation was requested. */
  readonly cancelRequests: ReadonlySet<string>;
  /** Returns the bytes of the file on the disk. */
  readonly sourceOf: (key: string) => Uint8Array;
}

/** Compares every action of a page with what the server has at that moment. */
export function createUploadMonitor({ uploads, puts, cancelRequests, sourceOf }: Monitored) {
  const violations: string[] = [];
  const keys = new Map<string, string>();
  const uploadIds = new Map<string, string>();
  const uploadedParts = new Set<string>();
  const cancelled = new Set<string>();
  const completed: string[] = [];
  const failures: { readonly key: string; readonly kind: FailureKind }[] = [];
  let interruptions = 0;
  let isPaused = false;
  const keyOf = (id: string): string => keys.get(id) ?? '';

  const checkCompleted = ({ payload }: ReturnType<typeof fileCompleted>): void => {
    const { key, checksum, parts, size } = payload.receipt;
    const object = uploads.objects.get(key);
    const source = sourceOf(key);
    completed.push(key);
    if (object === undefined || !Buffer.from(object).equals(source)) {
      violations.push(`${key} is completed, but differs on the server`);
    }
    const upload = uploads.all.get(uploadIds.get(payload.id) ?? '');
    const stored = parts.map(({ partNumber }) => upload?.parts.get(partNumber));
    if (size !== source.length || checksum !== checksumOf(stored)) violations.push(`the receipt of ${key} is wrong`);
  };

  return {
    violations,
    /** Keys of cancelled files. */
    cancelled,
    /** Keys of completed files, in order. */
    completed,
    failures,
    /** Returns how often the page aborted the parts in flight. */
    interruptions: () => interruptions,
    onAction: (action: UnknownAction): void => {
      if (filesQueued.match(action)) for (const { id, key } of action.payload.files) keys.set(id, key);
      if (uploadStarted.match(action)) uploadIds.set(action.payload.id, action.payload.uploadId);
      if (partUploaded.match(action)) {
        uploadedParts.add(`${uploadIds.get(action.payload.id) ?? ''}/${action.payload.part.partNumber}`);
      }
      if (fileCompleted.match(action)) checkCompleted(action);
      if (fileSetAside.match(action)) {
        failures.push({ key: keyOf(action.payload.id), kind: action.payload.failure.kind });
      }
      // A queue that is resumed early sends the parts again that the pause has aborted, without returning the file.
      const isPauseOfParts = queuePaused.match(action) && puts.some(({ end }) => end === 'pending');
      const isReturned = fileReturnedToQueue.match(action) && !isPaused;
      if (isPauseOfParts || isReturned || cancellingStarted.match(action)) interruptions += 1;
      if (queuePaused.match(action)) isPaused = true;
      if (queueResumed.match(action) || queueCancelled.match(action)) isPaused = false;
      if (queueCancelled.match(action)) for (const id of action.payload.ids) cancelled.add(keyOf(id));
    },
    /** Checks that the PUT that was just sent was allowed. */
    checkLatestPut: (): void => {
      const { uploadId = '', partNumber = 0 } = puts.at(-1) ?? {};
      const inFlight = puts.filter(({ end }) => end === 'pending');
      if (inFlight.length > MOST_IN_FLIGHT) violations.push(`${inFlight.length} parts are in flight`);
      if (inFlight.some((other) => other.uploadId !== uploadId)) violations.push('parts of two files are in flight');
      if (uploadedParts.has(`${uploadId}/${partNumber}`)) violations.push(`part ${partNumber} is sent again`);
      if (isPaused) violations.push(`part ${partNumber} is sent although the queue is paused`);
      if (cancelRequests.has(uploadId)) violations.push(`part ${partNumber} is sent although it was cancelled`);
    },
  };
}

export type UploadMonitor = ReturnType<typeof createUploadMonitor>;
