import { lastSegment } from '@data-manager/lib/lastSegment';
import { pick } from '@data-manager/lib/pick';
import { namedBy } from '../checksums/expectedSum';
import type { UploadReceipt } from '../transfers/receipts';
import { compositeChecksum } from './checksums';
import { sessionOf, type UploadedPart, type UploadFile } from './upload';

/** Creates the receipt of a file that has just been completed. */
export function uploadReceipt(file: UploadFile, endedAt: number): UploadReceipt {
  const { key, name, startedAt = endedAt } = file;
  const isRenamed = lastSegment(key) !== name.normalize('NFC');
  const parts = inOrder(sessionOf(file)?.parts ?? []).map(({ partNumber, md5 }) => ({ partNumber, md5 }));
  return {
    ...pick(file, 'id', 'key', 'size', 'partSize', 'retries', 'leftOut', 'sponsorId', 'userId'),
    ...(isRenamed && { originalName: name }),
    ...(file.sums && { manifest: namedBy(file.sums) }),
    parts,
    checksum: compositeChecksum(parts.map((part) => part.md5)),
    startedAt,
    endedAt,
  };
}

/** Sorts parts by number; they are verified in any order. */
export function inOrder(parts: readonly UploadedPart[]): readonly UploadedPart[] {
  return [...parts].sort((left, right) => left.partNumber - right.partNumber);
}
