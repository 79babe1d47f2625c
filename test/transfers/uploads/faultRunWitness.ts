import type { UnknownAction } from '@reduxjs/toolkit';
import type { FailureKind } from '../../../src/domain/failures/failure';
import {
  cancellingStarted,
  fileCompleted,
  fileFailed,
  fileReturnedToQueue,
  filesQueued,
  partUploaded,
  queueCancelled,
  queuePaused,
  queueResumed,
  uploadStarted,
} from '../../../src/transfers/uploads/uploadsSlice';
import type { Ledger } from './faultRunLedger';
import { checksumOf } from './faultRunLedger';
import type { PutRecord } from './faultRunStorage';

/** No more parts than this are ever on the wire at a time. */
export const MOST_ON_THE_WIRE = 6;

interface Witnessed {
  readonly ledger: Ledger;
  /** In the order in which they began. */
  readonly puts: readonly PutRecord[];
  /** Upload ids whose cancellation was asked for. */
  readonly cancelsAsked: ReadonlySet<string>;
  /** The bytes of the file with this key, as they are on the disk. */
  readonly sourceOf: (key: string) => Uint8Array;
}

/** Sees every action when it has reached the store, and holds it against what the server has at that moment. */
export function createWitness({ ledger, puts, cancelsAsked, sourceOf }: Witnessed) {
  const violations: string[] = [];
  const keys = new Map<string, string>();
  const uploadIds = new Map<string, string>();
  const proven = new Set<string>();
  const cancelled = new Set<string>();
  const completed: string[] = [];
  const failures: { readonly key: string; readonly kind: FailureKind }[] = [];
  let interruptions = 0;
  let isPaused = false;
  const keyOf = (id: string): string => keys.get(id) ?? '';

  const noteCompleted = (action: ReturnType<typeof fileCompleted>): void => {
    const { key, checksum, parts, size } = action.payload.receipt;
    const held = ledger.objects.get(key);
    const source = sourceOf(key);
    completed.push(key);
    if (held === undefined || !Buffer.from(held).equals(source))
      violations.push(`${key} is done, but not on the server`);
    const upload = ledger.uploads.get(uploadIds.get(action.payload.id) ?? '');
    const stored = parts.map(({ partNumber }) => upload?.parts.get(partNumber));
    if (size !== source.length || checksum !== checksumOf(stored)) violations.push(`${key} has a false receipt`);
  };

  return {
    violations,
    /** Keys of the files that were cancelled. */
    cancelled,
    /** Keys of the files that the app said are done. */
    completed,
    failures,
    keyOf,
    /** How often what was on the wire was taken off it. */
    interruptions: () => interruptions,
    see: (action: UnknownAction): void => {
      if (filesQueued.match(action)) for (const { id, key } of action.payload.files) keys.set(id, key);
      if (uploadStarted.match(action)) uploadIds.set(action.payload.id, action.payload.uploadId);
      if (partUploaded.match(action)) {
        proven.add(`${uploadIds.get(action.payload.id) ?? ''}/${action.payload.part.partNumber}`);
      }
      if (fileCompleted.match(action)) noteCompleted(action);
      if (fileFailed.match(action)) {
        failures.push({ key: keyOf(action.payload.id), kind: action.payload.failure.kind });
      }
      if (queuePaused.match(action)) isPaused = true;
      if (queueResumed.match(action) || queueCancelled.match(action)) isPaused = false;
      if (fileReturnedToQueue.match(action) || cancellingStarted.match(action)) interruptions += 1;
      if (queueCancelled.match(action)) for (const id of action.payload.ids) cancelled.add(keyOf(id));
    },
    /** Holds the PUT that has just begun against what is known. */
    seeLatestPut: (): void => {
      const { uploadId = '', partNumber = 0 } = puts.at(-1) ?? {};
      const onTheWire = puts.filter(({ end }) => end === 'on the wire');
      if (onTheWire.length > MOST_ON_THE_WIRE) violations.push(`${onTheWire.length} parts are on the wire`);
      if (onTheWire.some((other) => other.uploadId !== uploadId)) violations.push('two files are on the wire');
      if (proven.has(`${uploadId}/${partNumber}`)) violations.push(`part ${partNumber} is sent, though it is proven`);
      if (isPaused) violations.push(`part ${partNumber} is sent, though the queue is paused`);
      if (cancelsAsked.has(uploadId)) violations.push(`part ${partNumber} is sent, though it was cancelled`);
    },
  };
}
