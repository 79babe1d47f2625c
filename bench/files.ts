import { createCipheriv, createHash } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';

const BLOCK_BYTES = 4 * 1024 * 1024;

/** A file with precomputed digests, so that the server spends no time on them. */
export interface BenchFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** MD5 of each part in lowercase hex. Empty if the server computes them. */
  readonly partMd5s: readonly string[];
}

/** Returns a valid name of a section image. */
function nameOf(section: number): string {
  return `BENCH_S${String(section).padStart(6, '0')}_L01_ch01.tif`;
}

/** Creates a file of pseudorandom bytes that are the same in each run. */
export async function makeFile(folder: string, section: number, size: number): Promise<BenchFile> {
  const name = nameOf(section);
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  const keystream = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16, section));
  const zeros = Buffer.alloc(BLOCK_BYTES);
  const partMd5s: string[] = [];
  const file = await open(path, 'w');
  for (let start = 0; start < size; start += UPLOAD_PART_BYTES) {
    const end = Math.min(size, start + UPLOAD_PART_BYTES);
    const hash = createHash('md5');
    for (let at = start; at < end; at += BLOCK_BYTES) {
      const block = keystream.update(zeros.subarray(0, Math.min(BLOCK_BYTES, end - at)));
      hash.update(block);
      await file.write(block);
    }
    partMd5s.push(hash.digest('hex'));
  }
  await file.close();
  return { path, name, size, partMd5s };
}

/** Creates `MD5SUMS` for files of one part. */
export async function makeChecksumFile(folder: string, files: readonly BenchFile[]): Promise<BenchFile> {
  const name = 'MD5SUMS';
  const path = join(folder, name);
  const lines = files.map(({ name: file, partMd5s }) => `${partMd5s.join('')}  ${file}\n`).join('');
  await writeFile(path, lines);
  return { path, name, size: lines.length, partMd5s: [] };
}

/** Creates a sparse file of zeros with a whole number of parts. */
export async function makeSparseFile(folder: string, section: number, parts: number): Promise<BenchFile> {
  const name = nameOf(section);
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  const size = parts * UPLOAD_PART_BYTES;
  const file = await open(path, 'w');
  await file.truncate(size);
  await file.close();
  const md5 = createHash('md5').update(Buffer.alloc(UPLOAD_PART_BYTES)).digest('hex');
  return { path, name, size, partMd5s: Array.from({ length: parts }, () => md5) };
}
