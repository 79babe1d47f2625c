import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { wholeStream } from '../common/wholeStream';
import { recordChecksums, takeUnhashed, type Checksums, type UnhashedContent } from '../database/files/checksums';
import { forgetWork, newLeaseId } from '../database/jobs/leases';
import type { Queryable } from '../database/sql';
import type { TakeQuietJob } from '../jobs/quietRunner';
import type { BlobStore } from '../storage/blobStore';

/** Bytes that are read before a rest. */
const BYTES_BEFORE_REST = 8 * 1024 * 1024;

/** Computes the checksums of a stream while it is read. Calls back when it has ended. */
export function hashWhileRead(body: Readable, found: (checksums: Checksums) => void): void {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  body.on('data', (chunk: Buffer) => {
    md5.update(chunk);
    sha256.update(chunk);
  });
  body.once('end', () => found({ md5: md5.digest('hex'), sha256: sha256.digest('hex') }));
  // The listener starts the stream; pause it until it is read.
  body.pause();
}

/**
 * Reads a stream and computes its checksums.
 *
 * @param onBytes Called after each chunk, with its length.
 * @throws Error if the stream has another size.
 */
export async function hashStream(
  source: Parameters<typeof wholeStream>[0],
  onBytes: (length: number) => Promise<void> | void,
): Promise<Checksums> {
  let checksums: Checksums | undefined;
  hashWhileRead(source.body, (found) => (checksums = found));
  for await (const chunk of wholeStream(source)) await onBytes((chunk as Buffer).length);
  if (checksums === undefined) throw new Error('The content can’t be read.');
  return checksums;
}

interface ChecksumParts {
  readonly database: Queryable;
  readonly blobs: Pick<BlobStore, 'read'>;
}

/** Computes the checksums of contents in the background: those that were requested, and then the latest first. */
export function checksumJobs(parts: ChecksumParts): TakeQuietJob {
  const { database } = parts;
  return async () => {
    const content = await takeUnhashed(database, newLeaseId());
    return (
      content && {
        lease: { table: 'checksums', id: content.leaseId },
        work: (rest, signal) => hashContent(parts, content, rest, signal),
      }
    );
  };
}

async function hashContent(
  { database, blobs }: ChecksumParts,
  content: UnhashedContent,
  rest: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { blob, size, leaseId } = content;
  // A file that is restored adds it again.
  if (size === undefined) return forgetWork(database, { table: 'checksums', id: leaseId });
  let bytes = 0;
  const checksums = await hashStream({ body: blobs.read(blob), size }, async (length) => {
    signal.throwIfAborted();
    bytes += length;
    if (bytes < BYTES_BEFORE_REST) return;
    bytes = 0;
    await rest();
  });
  await recordChecksums(database, new Map([[blob, checksums]]));
}
