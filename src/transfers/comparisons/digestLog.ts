import * as v from 'valibot';
import { Count, Md5 } from '@data-manager/domain/storedValues';
import { contentBlocks } from '@data-manager/domain/transfers/contentCheck';
import { knownKey, type KnownMd5s } from '../../platform/hashing/hashContents';
import type { RecordStore } from '../../platform/ports';
import type { FoundFile } from '../../platform/reading/readFiles';

/*
 * Problem: a reload would lose hours of hashing, and a file of a terabyte has 16,000 blocks.
 * Idea: a log. Each report of the work appends one record with the blocks that were hashed since the last one, so that
 * nothing is written twice. After a reload, the log is read once, and the hashes count for files with the same path, size
 * and time.
 * Cost: a crash loses half a second. A comparison has two small records per second, which are deleted with it.
 */

/** The path, size and time of a file; the size of its blocks, the position of one of them, and its MD5. */
const Digest = v.tuple([v.string(), Count, v.number(), v.pipe(Count, v.minValue(1)), Count, Md5]);

const Digests = v.array(Digest);

export type Digest = v.InferOutput<typeof Digest>;

/** Hashes added before the caller may pause. */
const PIECE_SIZE = 2_000;

/** The hashed blocks of a comparison in the browser's database. */
export class DigestLog {
  readonly #records: RecordStore;
  readonly #prefix: string;
  #next = 0;

  constructor(records: RecordStore, id: string) {
    this.#records = records;
    this.#prefix = `${id}/`;
  }

  /** Reads the records of an earlier page. Damaged records are ignored: their blocks are hashed again. */
  async read(): Promise<readonly (readonly Digest[])[]> {
    const own = await this.#readOwn();
    this.#next = Math.max(0, ...own.map(([key]) => Number(key.slice(this.#prefix.length)) + 1));
    return own.flatMap(([, record]) => (v.is(Digests, record) ? [record] : []));
  }

  /** Without the record, the blocks are hashed again after a reload. */
  append(digests: readonly Digest[]): void {
    if (digests.length === 0) return;
    void this.#records.put([[`${this.#prefix}${this.#next}`, digests]]);
    this.#next += 1;
  }

  async clear(): Promise<void> {
    const own = await this.#readOwn();
    await this.#records.remove(own.map(([key]) => key));
  }

  async #readOwn(): Promise<readonly (readonly [key: string, record: unknown])[]> {
    const all = await this.#records.readAll();
    return [...(all ?? [])].filter(([key]) => key.startsWith(this.#prefix));
  }
}

export function pathOf({ file, relativePath }: FoundFile): string {
  return relativePath === '' ? file.name : relativePath;
}

/**
 * Returns the known hashes of files that have not changed.
 *
 * @param pause lets the page draw in between
 */
export async function knownMd5s(
  records: readonly (readonly Digest[])[],
  files: readonly FoundFile[],
  pause: () => Promise<void>,
): Promise<KnownMd5s> {
  const known: KnownMd5s = new Map();
  if (records.length === 0) return known;
  const indexes = new Map<string, number>();
  for (const [index, file] of files.entries()) {
    indexes.set(pathOf(file), index);
    if (index % PIECE_SIZE === PIECE_SIZE - 1) await pause();
  }
  let added = 0;
  for (const [path, size, lastModified, partSize, block, md5] of records.flat()) {
    added += 1;
    if (added % PIECE_SIZE === 0) await pause();
    const index = indexes.get(path);
    const file = index === undefined ? undefined : files[index];
    if (index === undefined || file?.size !== size || file.lastModified !== lastModified) continue;
    const key = knownKey(index, partSize);
    const blocks = known.get(key) ?? contentBlocks(size, partSize).map(() => undefined);
    if (block < blocks.length) blocks[block] = md5;
    known.set(key, blocks);
  }
  return known;
}
