import {
  CHECKSUM_FILE_MAX_BYTES,
  readChecksumFile,
  type ChecksumFile,
} from '@data-manager/domain/checksums/checksumFile';
import { decodeText } from '@data-manager/lib/decodeText';

/** Reads a checksum file; undefined if it can't be read. */
export async function readChecksumList(file: File, path: string): Promise<ChecksumFile | undefined> {
  if (file.size > CHECKSUM_FILE_MAX_BYTES) return undefined;
  try {
    return readChecksumFile(path, decodeText(new Uint8Array(await file.arrayBuffer())));
  } catch {
    return undefined;
  }
}
