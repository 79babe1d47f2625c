import type { Task } from 'redux-saga';
import { UPLOAD_STALL_MS } from '../../domain/constants';
import type { Failure } from '../../domain/failures/failure';
import { isUnchanged, type UploadedPart, type UploadFile } from '../../domain/uploads/upload';
import type { PlannedPart } from '../../domain/uploads/uploadPlan';
import type { Result } from '../../lib/result';
import { all, arm, call, join, type SagaOf } from '../../lib/typedEffects';
import type { FileProbe, HashPartResult, Ports, PutPartResult } from '../../platform/ports';
import { verifyPart } from './verifyPart';

/** One try of one part. */
export interface PartTransfer {
  readonly file: UploadFile;
  /** The file's bytes. */
  readonly source: File;
  readonly part: PlannedPart;
  /** Presigned: a secret. */
  readonly url: string;
  /** Stops both halves. */
  readonly controller: AbortController;
  readonly onProgress: (sentBytes: number) => void;
  /** The part's digest, where it was begun before. */
  readonly hashing?: Task<HashPartResult>;
}

/** One try of one part: sends the slice, hashes it beside unless that has begun, and compares the ETag with the MD5. */
export function* transferPart(
  ports: Pick<Ports, 'putPart' | 'hashPart' | 'probeFile'>,
  { file, source, part, url, controller, onProgress, hashing }: PartTransfer,
): SagaOf<Result<UploadedPart, Failure>> {
  const { signal } = controller;
  // The whole file needs no slice, which would be registered with the browser: time that counts with small files.
  const body = part.end - part.start === source.size ? source : source.slice(part.start, part.end);
  const [hashed, sent] = yield* all([
    arm.call(hashOrStop, ports, body, controller, hashing),
    arm.call(ports.putPart, { url, body, signal, stallMs: UPLOAD_STALL_MS, onProgress }),
  ]);
  const onDisk = needsProbe(file, sent, hashed) ? yield* probe(ports, file, source, part) : 'readable';
  return verifyPart(part, file.name, { sent, hashed, onDisk });
}

/** What can't be read, or hashed, is not sent to its end. */
function* hashOrStop(
  { hashPart }: Pick<Ports, 'hashPart'>,
  body: Blob,
  controller: AbortController,
  begun: Task<HashPartResult> | undefined,
): SagaOf<HashPartResult> {
  const hashed = begun === undefined ? yield* call(hashPart, body, controller.signal) : yield* join(begun);
  if (hashed.kind === 'unreadable' || hashed.kind === 'stalled') controller.abort();
  return hashed;
}

/**
 * A browser that can't read what it sends reports a dead network. And an empty part says nothing about its file: one
 * that vanished before its size was read counts as empty, too.
 */
function needsProbe({ size }: UploadFile, sent: PutPartResult, hashed: HashPartResult): boolean {
  return sent.kind === 'unreachable' || hashed.kind === 'unreadable' || size === 0;
}

function* probe(
  { probeFile }: Pick<Ports, 'probeFile'>,
  file: UploadFile,
  source: File,
  { start }: PlannedPart,
): SagaOf<FileProbe> {
  if (!isUnchanged(file, source)) return 'changed';
  // A slice without bytes is never read from the disk; the whole of an empty file is.
  return yield* call(probeFile, file.size === 0 ? source : source.slice(start, start + 1));
}
