import { crc32 } from 'node:zlib';

/**
 * The function of the package `crc-32` that `zip-stream` calls, which the bundle of the server replaces: written in
 * JavaScript, it takes most of the CPU time of an archive.
 *
 * @param previous The checksum of the bytes before; `zip-stream` passes four zero bytes for none.
 */
export function buf(bytes: Uint8Array, previous?: number | Uint8Array): number {
  return crc32(bytes, typeof previous === 'number' ? previous : 0);
}
