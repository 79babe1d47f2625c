import type { Task } from 'redux-saga';
import { findDifference, needsSha256 } from '@data-manager/domain/checksums/expectedSum';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { pick } from '@data-manager/lib/pick';
import { err, ok } from '@data-manager/lib/result';
import { call, join, type SagaOf } from '@data-manager/lib/typedEffects';
import { withSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { HashPartResult } from '../../platform/ports';
import { withRetry } from '../withRetry';
import { retriedUpload } from './uploadPart';

/** Hashes a whole file, as far as its checksum files need it. */
export function* hashWhole(source: File, { sums = [] }: Pick<UploadFile, 'sums'>): SagaOf<HashPartResult> {
  const { hashPart } = yield* getPorts();
  return yield* withSignal((signal) =>
    needsSha256(sums) ? call(hashPart, source, signal, [], 'transfers', true) : call(hashPart, source, signal),
  );
}

/**
 * Compares a file with what checksum files beside it say about it.
 *
 * @param begun its hash, if it is being computed
 */
export function* findSumFault(
  file: UploadFile,
  source: File,
  begun: Task<HashPartResult> | undefined,
): SagaOf<Failure | undefined> {
  let first = begun;
  const compared = yield* withRetry(retriedUpload(file), function* () {
    const hashed = yield* first === undefined ? hashWhole(source, file) : join(first);
    first = undefined;
    const fault = sumFault(file, hashed);
    return fault === undefined ? ok(null) : err(fault);
  });
  return compared.ok ? undefined : compared.failure;
}

function sumFault({ name: fileName, size, sums = [] }: UploadFile, hashed: HashPartResult): Failure | undefined {
  switch (hashed.kind) {
    case 'hashed': {
      if (hashed.bytes !== size) return { kind: 'file-changed', fileName };
      const difference = findDifference(sums, hashed);
      return difference && { kind: 'checksum-differs', ...pick(difference, 'from', 'value', 'found') };
    }
    case 'unreadable':
      return { kind: 'file-gone', fileName };
    case 'aborted':
      return { kind: 'aborted' };
    case 'stalled':
    case 'unavailable':
      return { kind: 'stalled', partNumber: 1 };
  }
}
