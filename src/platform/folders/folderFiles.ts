import { createMD5 } from 'hash-wasm';
import { UPLOAD_ANSWER_MS } from '@data-manager/domain/constants';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { chunksOf, createRunningMd5, type RunningMd5 } from '../hashing/hashBlob';
import { findParent } from '../reading/handles';
import type {
  FetchRangeRequest,
  FetchRangeResult,
  FolderFault,
  Folders,
  HashFileResult,
  WriteResult,
} from './folderPorts';
import { createRangeReceiver, type ReceivedRange } from './receiveRange';

/** The calls that read and write files. They run in a worker, so that neither bytes nor hashes occupy the page. */
export type FolderFileCalls = Pick<Folders, 'hashWritten' | 'saveFile' | 'discardFile'> & {
  readonly fetchRange: (request: Omit<FetchRangeRequest, 'signal'>, signal: AbortSignal) => Promise<FetchRangeResult>;
  readonly fileSizes: (
    folder: FileSystemDirectoryHandle,
    paths: readonly string[],
  ) => Promise<readonly (number | undefined)[]>;
  readonly hashFile: (
    folder: FileSystemDirectoryHandle,
    file: Omit<Parameters<Folders['hashFile']>[0], 'folderId'>,
    signal: AbortSignal,
  ) => Promise<HashFileResult>;
  readonly openFile: (
    folder: FileSystemDirectoryHandle,
    file: Omit<Parameters<Folders['openFile']>[0], 'folderId'>,
  ) => Promise<WriteResult>;
  readonly writeText: (
    folder: FileSystemDirectoryHandle,
    path: string,
    pieces: readonly string[],
  ) => Promise<WriteResult>;
};

/** A file that is open for writing. */
interface Writer {
  readonly size: number;
  readonly hashes: readonly BlockHash[];
  readonly writable: FileSystemWritableFileStream;
  /** Bytes from the start of the file that are written and hashed. */
  hashedTo: number;
  /** Written ranges that wait until the bytes before them are hashed, by their first byte. */
  readonly waiting: Map<number, { readonly range: ReceivedRange; readonly done: (result: FetchRangeResult) => void }>;
  isHashing: boolean;
  /** Removes the empty file that opening created. */
  readonly removeCreated: () => Promise<void>;
}

/**
 * Creates the calls.
 *
 * Problem: ranges of a file arrive in any order, but MD5 needs its bytes in order, and a file that is not verified must not appear.
 * Idea: a range is written as soon as it arrives, and keeps its bytes until all bytes before it are hashed. The browser writes to a
 * hidden file, which replaces the visible one when it is saved.
 * Cost: the bytes of ranges that wait stay in memory. Opening a file creates an empty one, which is removed if it is discarded.
 */
export function createFolderFiles(fetchFrom: typeof fetch): FolderFileCalls {
  const writers = new Map<string, Writer | 'opening'>();
  const receive = createRangeReceiver(fetchFrom);

  const findWriter = (writerId: string): Writer | undefined => {
    const writer = writers.get(writerId);
    return writer === 'opening' ? undefined : writer;
  };

  return {
    fileSizes: (folder, paths) => {
      const parents = new Map<string, ReturnType<typeof findParent>>();
      const sizeOf = async (path: string): Promise<number | undefined> => {
        const parentPath = path.slice(0, path.lastIndexOf('/') + 1);
        const finding = parents.get(parentPath) ?? findParent(folder, path, false);
        parents.set(parentPath, finding);
        try {
          const { parent } = await finding;
          return (await (await parent.getFileHandle(lastSegment(path))).getFile()).size;
        } catch {
          return undefined;
        }
      };
      return Promise.all(paths.map(sizeOf));
    },

    hashFile: async (folder, { path, size, partSizes }, signal) => {
      try {
        const { parent, name } = await findParent(folder, path, false);
        const file = await (await parent.getFileHandle(name)).getFile();
        if (file.size !== size) return { kind: 'absent' };
        const hashes = await Promise.all(partSizes.map(createBlockHash));
        for await (const bytes of chunksOf(file)) {
          if (signal.aborted) return { kind: 'aborted' };
          for (const hash of hashes) await hash.update(bytes);
        }
        return { kind: 'hashed', md5s: hashes.map((hash) => hash.digests()) };
      } catch (error) {
        // Content that can't be read is fetched again.
        return faultOf(error) === 'forbidden' ? { kind: 'failed', fault: 'forbidden' } : { kind: 'absent' };
      }
    },

    openFile: async (folder, { writerId, path, size, partSizes }) => {
      writers.set(writerId, 'opening');
      try {
        const { parent, name } = await findParent(folder, path, true);
        const isNew = await isAbsentOrEmpty(parent, name);
        const handle = await parent.getFileHandle(name, { create: true });
        const removeCreated = async (): Promise<void> => {
          if (isNew) await parent.removeEntry(name).catch(() => undefined);
        };
        const writable = await handle.createWritable();
        const hashes = await Promise.all(partSizes.map(createBlockHash));
        const writer: Writer = {
          size,
          hashes,
          writable,
          hashedTo: 0,
          waiting: new Map(),
          isHashing: false,
          removeCreated,
        };
        if (writers.has(writerId)) writers.set(writerId, writer);
        else await discard(writer);
        return { kind: 'done' };
      } catch (error) {
        writers.delete(writerId);
        return { kind: 'failed', fault: faultOf(error) };
      }
    },

    writeText: async (folder, path, pieces) => {
      try {
        const { parent, name } = await findParent(folder, path, true);
        const writable = await (await parent.getFileHandle(name, { create: true })).createWritable();
        await writable.write({ type: 'write', position: 0, data: new TextEncoder().encode(pieces.join('')) });
        await writable.close();
        return { kind: 'done' };
      } catch (error) {
        return { kind: 'failed', fault: faultOf(error) };
      }
    },

    fetchRange: async ({ writerId, url, start, end, stallMs }, signal) => {
      const writer = findWriter(writerId);
      if (writer === undefined) return { kind: 'failed', fault: 'unwritable' };
      // Writing it again could change what was hashed.
      if (start < writer.hashedTo) return { kind: 'written' };
      const coversFile = start === 0 && end === writer.size;
      const received = await receive({ url, start, end, coversFile, signal, stallMs, answerMs: UPLOAD_ANSWER_MS });
      if (received.kind !== 'received') return received;
      if (signal.aborted) return { kind: 'aborted' };
      try {
        await writer.writable.write({ type: 'write', position: start, data: received.bytes });
      } catch (error) {
        return { kind: 'failed', fault: faultOf(error) };
      }
      return hashInOrder(writer, start, received, signal);
    },

    hashWritten: (writerId) => {
      const hashes = findWriter(writerId)?.hashes ?? [];
      return Promise.resolve({ kind: 'hashed', md5s: hashes.map((hash) => hash.digests()) });
    },

    saveFile: async (writerId) => {
      const writer = findWriter(writerId);
      writers.delete(writerId);
      if (writer === undefined) return { kind: 'failed', fault: 'unwritable' };
      try {
        await writer.writable.close();
        return { kind: 'done' };
      } catch (error) {
        await writer.removeCreated();
        return { kind: 'failed', fault: faultOf(error) };
      }
    },

    discardFile: async (writerId) => {
      const writer = findWriter(writerId);
      writers.delete(writerId);
      if (writer !== undefined) await discard(writer);
    },
  };
}

async function discard({ writable, removeCreated }: Writer): Promise<void> {
  await writable.abort().catch(() => undefined);
  await removeCreated();
}

/** A crash leaves the empty file that opening created. */
async function isAbsentOrEmpty(parent: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    const { size } = await (await parent.getFileHandle(name)).getFile();
    return size === 0;
  } catch (error) {
    if (faultOf(error) === 'gone') return true;
    throw error;
  }
}

/** Returns the cause of a failed call, which browsers name. */
export function faultOf(error: unknown): FolderFault {
  switch (error instanceof Error ? error.name : '') {
    case 'QuotaExceededError':
      return 'full';
    case 'NotFoundError':
      return 'gone';
    case 'NotAllowedError':
    case 'SecurityError':
      return 'forbidden';
    default:
      return 'unwritable';
  }
}

/** Hashes a written range once all bytes before it are hashed. Ranges that wait keep their bytes. */
function hashInOrder(
  writer: Writer,
  start: number,
  range: ReceivedRange,
  signal: AbortSignal,
): Promise<FetchRangeResult> {
  // Aborted while it was written: the bytes before it may never arrive.
  if (signal.aborted) {
    range.release();
    return Promise.resolve({ kind: 'aborted' });
  }
  return new Promise((resolve) => {
    const abort = (): void => {
      if (writer.waiting.get(start)?.range === range) {
        writer.waiting.delete(start);
        range.release();
      }
      resolve({ kind: 'aborted' });
    };
    const done = (result: FetchRangeResult): void => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    signal.addEventListener('abort', abort);
    writer.waiting.set(start, { range, done });
    void hashWaiting(writer);
  });
}

async function hashWaiting(writer: Writer): Promise<void> {
  if (writer.isHashing) return;
  writer.isHashing = true;
  for (;;) {
    const next = writer.waiting.get(writer.hashedTo);
    if (next === undefined) break;
    writer.waiting.delete(writer.hashedTo);
    // Before it is hashed: from now on, these bytes must not be written again.
    writer.hashedTo += next.range.bytes.length;
    const result = await hashRange(writer, next.range);
    next.range.release();
    next.done(result);
  }
  writer.isHashing = false;
}

/** If a hash fails, the content does not match, and the file is fetched again. */
async function hashRange({ hashes }: Writer, { bytes }: ReceivedRange): Promise<FetchRangeResult> {
  try {
    for (const hash of hashes) await hash.update(bytes);
    return { kind: 'written' };
  } catch {
    return { kind: 'failed', fault: 'unwritable' };
  }
}

/** MD5s of the blocks of a content that arrives in order. */
interface BlockHash {
  readonly update: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** The MD5s, once all bytes have arrived. */
  readonly digests: () => readonly string[];
}

async function createBlockHash(blockSize: number): Promise<BlockHash> {
  const wasm = createMD5();
  // `createRunningMd5` falls back to JavaScript.
  wasm.catch(() => undefined);
  const begin = (): Promise<RunningMd5> => createRunningMd5(() => wasm);
  let current = await begin();
  let filled = 0;
  const md5s: string[] = [];
  let digests: readonly string[] | undefined;
  return {
    update: async (bytes) => {
      for (let start = 0; start < bytes.length;) {
        if (filled === blockSize) {
          md5s.push(current.digest());
          current = await begin();
          filled = 0;
        }
        const length = Math.min(bytes.length - start, blockSize - filled);
        current.update(bytes.subarray(start, start + length));
        start += length;
        filled += length;
      }
    },
    digests: () => (digests ??= [...md5s, current.digest()]),
  };
}
