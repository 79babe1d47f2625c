import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '@data-manager/lib/parseJson';
import { RECORD_STORES, type RecordStore, type RecordStoreName } from '../ports';

/** A file that has more lines than this per record is written again without the outdated lines. */
const LINES_PER_RECORD = 4;
/** Short files are left as they are. */
const LEAST_LINES = 1_000;

const Change = v.object({
  put: v.array(v.tuple([v.string(), v.unknown()])),
  removed: v.array(v.string()),
});

type Locked = <Value>(job: () => Value) => Value;

/**
 * Creates the collections of records, one file for each in a folder.
 *
 * Problem: a queue of 10,000 files changes several times a second, so that a file of all records can't be written each time. A
 * process may be killed at any moment, and several processes use the records.
 * Idea: each change is one line of JSON at the end of the file, under a lock. A line without an end belongs to a process that was
 * killed, and is removed by the next change. Readers read the lines that are new to them.
 * Cost: outdated lines, which are removed when there are several of them for each record.
 */
export function createFileRecords(
  folder: string,
  locked: Locked,
  log: (message: string) => void,
): (name: RecordStoreName) => RecordStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stores = new Map(
    RECORD_STORES.map((name) => [name, createStore(new RecordFile(join(folder, `${name}.jsonl`)), locked, log)]),
  );
  return (name) => stores.get(name) ?? createStore(new RecordFile(join(folder, `${name}.jsonl`)), locked, log);
}

function createStore(file: RecordFile, locked: Locked, log: (message: string) => void): RecordStore {
  const attempt = <Value>(job: () => Value): Promise<Value | undefined> => {
    try {
      return Promise.resolve(locked(job));
    } catch (error) {
      log(`The records could not be used: ${error instanceof Error ? error.message : 'unknown'}`);
      return Promise.resolve(undefined);
    }
  };
  const put: RecordStore['put'] = async (records, removed = []) =>
    (await attempt(() => file.change([...records], [...removed]))) ?? false;
  return {
    readAll: (before) =>
      attempt(() => {
        const wanted = [...file.read()].filter(([key]) => before === undefined || key < before);
        return new Map(wanted.sort(([left], [right]) => (left < right ? -1 : 1)));
      }),
    read: (key) => attempt(() => file.read().get(key)),
    put,
    remove: (keys) => put([], keys),
  };
}

/** A file of changes, and the records that result from the lines read so far. */
class RecordFile {
  readonly #path: string;
  #records = new Map<string, unknown>();
  #lines = 0;
  #inode = 0;
  /** The byte after the last complete line. */
  #readTo = 0;

  constructor(path: string) {
    this.#path = path;
  }

  read(): ReadonlyMap<string, unknown> {
    const { ino, size } = statSync(this.#path, { throwIfNoEntry: false }) ?? { ino: 0, size: 0 };
    if (ino !== this.#inode || size < this.#readTo) {
      this.#records = new Map();
      this.#lines = 0;
      this.#readTo = 0;
      this.#inode = ino;
    }
    if (size > this.#readTo) this.#readLines();
    return this.#records;
  }

  change(put: readonly (readonly [string, unknown])[], removed: readonly string[]): true {
    this.read();
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > this.#readTo) truncateSync(this.#path, this.#readTo);
    appendFileSync(this.#path, `${JSON.stringify({ put, removed })}\n`, { mode: 0o600 });
    this.read();
    if (this.#lines > LEAST_LINES && this.#lines > LINES_PER_RECORD * this.#records.size) this.#rewrite();
    return true;
  }

  #readLines(): void {
    const descriptor = openSync(this.#path, 'r');
    try {
      const bytes = Buffer.alloc(fstatSync(descriptor).size - this.#readTo);
      readSync(descriptor, bytes, 0, bytes.length, this.#readTo);
      const end = bytes.lastIndexOf('\n') + 1;
      const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
      for (const line of lines) this.#apply(parseJson(line));
      this.#lines += lines.length;
      this.#readTo += end;
    } finally {
      closeSync(descriptor);
    }
  }

  #apply(line: unknown): void {
    if (!v.is(Change, line)) return;
    for (const [key, record] of line.put) this.#records.set(key, record);
    for (const key of line.removed) this.#records.delete(key);
  }

  #rewrite(): void {
    const rewritten = `${this.#path}.new`;
    writeFileSync(rewritten, `${JSON.stringify({ put: [...this.#records], removed: [] })}\n`, { mode: 0o600 });
    renameSync(rewritten, this.#path);
    this.read();
  }
}
