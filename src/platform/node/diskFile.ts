import { closeSync, fstatSync, open as openFile, read, type Stats } from 'node:fs';
import { access, constants, open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from './errorCode';

const openDescriptor = promisify(openFile);
const readInto = promisify(read);

/** Bytes read at a time, unless the reader brings its own buffer. */
const CHUNK_BYTES = 256 * 1024;

/** Bytes of a file, as it was when it was opened. */
export interface DiskRange {
  readonly path: string;
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
  /** Bytes of the whole file. */
  readonly fileSize: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/**
 * A blob of a file on the disk.
 *
 * Problem: the blobs of `fs.openAsBlob` end the process when a worker thread reads them (Node 20.20), and are experimental.
 * Idea: a blob remembers the path and the range, and opens the file for each reading. As in browsers, reading fails once the file
 * has another size or time of change.
 * Cost: one more `open` and `stat` for each reading.
 */
export class DiskBlob implements Blob {
  constructor(readonly range: DiskRange) {}

  get size(): number {
    return this.range.end - this.range.start;
  }

  get type(): string {
    return '';
  }

  slice(start = 0, end = this.size): DiskBlob {
    const place = (offset: number): number =>
      this.range.start + Math.min(this.size, Math.max(0, offset < 0 ? this.size + offset : offset));
    return new DiskBlob({ ...this.range, start: place(start), end: Math.max(place(start), place(end)) });
  }

  /** Not with a `FileHandle`, whose `stat` and `close` wait for a thread: that takes longer than reading a small file. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const { path, start } = this.range;
    const bytes = new Uint8Array(this.size);
    const descriptor = await openDescriptor(path, 'r').catch(throwBrowserError);
    try {
      requireUnchanged(fstatSync(descriptor), this.range);
      for (let filled = 0; filled < bytes.length;) {
        const { bytesRead } = await readInto(descriptor, bytes, filled, bytes.length - filled, start + filled);
        filled += requireBytes(bytesRead);
      }
    } finally {
      closeSync(descriptor);
    }
    return bytes;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const { range } = this;
    let handle: FileHandle | undefined;
    let position = range.start;
    const pull = async (controller: ReadableByteStreamController): Promise<void> => {
      const request = controller.byobRequest;
      if (!request?.view) return;
      const { buffer, byteOffset, byteLength } = request.view;
      const length = Math.min(byteLength, range.end - position);
      if (length > 0) {
        handle ??= await openUnchanged(range);
        const read = await readSome(handle, new Uint8Array(buffer, byteOffset, length), position);
        position += read;
        request.respond(read);
        return;
      }
      await handle?.close();
      controller.close();
      request.respond(0);
    };
    return new ReadableStream(
      {
        type: 'bytes',
        autoAllocateChunkSize: CHUNK_BYTES,
        pull: async (controller) => {
          try {
            await pull(controller);
          } catch (error) {
            await handle?.close();
            throw error;
          }
        },
        cancel: () => handle?.close(),
      },
      { highWaterMark: 0 },
    );
  }
}

/** A file on the disk. It is a `File`, which recordings recognize, and reads its bytes as a `DiskBlob`. */
export class DiskFile extends File {
  readonly #content: DiskBlob;

  constructor(range: DiskRange) {
    super([], basename(range.path), { lastModified: range.lastModified });
    this.#content = new DiskBlob(range);
  }

  get range(): DiskRange {
    return this.#content.range;
  }

  override get size(): number {
    return this.#content.size;
  }

  override readonly webkitRelativePath = '';
  override readonly slice: File['slice'] = (start, end) => this.#content.slice(start, end);
  override readonly bytes = () => this.#content.bytes();
  override readonly arrayBuffer = () => this.#content.arrayBuffer();
  override readonly text = () => this.#content.text();
  override readonly stream = () => this.#content.stream();
}

/** Returns what a blob or file of the disk is made of. */
export function rangeOf(blob: Blob): DiskRange {
  return (blob as DiskBlob | DiskFile).range;
}

/** @throws Error of Node if there is no such file, or if it must not be read. */
export async function openDiskFile(path: string): Promise<DiskFile> {
  await access(path, constants.R_OK);
  const { size, mtimeMs } = await stat(path);
  return new DiskFile({ path, start: 0, end: size, fileSize: size, lastModified: Math.floor(mtimeMs) });
}

async function openUnchanged(range: DiskRange): Promise<FileHandle> {
  const handle = await open(range.path).catch(throwBrowserError);
  try {
    requireUnchanged(await handle.stat(), range);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function requireUnchanged({ size, mtimeMs }: Stats, { fileSize, lastModified }: DiskRange): void {
  if (size === fileSize && Math.floor(mtimeMs) === lastModified) return;
  throw new DOMException('The file has changed.', 'NotReadableError');
}

async function readSome(handle: FileHandle, into: Uint8Array, position: number): Promise<number> {
  return requireBytes((await handle.read(into, 0, into.byteLength, position)).bytesRead);
}

function requireBytes(bytesRead: number): number {
  if (bytesRead === 0) throw new DOMException('The file is shorter than before.', 'NotReadableError');
  return bytesRead;
}

function throwBrowserError(error: unknown): never {
  throw asBrowserError(error);
}

const BROWSER_NAMES: Readonly<Record<string, string>> = {
  ENOENT: 'NotFoundError',
  ENOTDIR: 'NotFoundError',
  EACCES: 'NotAllowedError',
  EPERM: 'NotAllowedError',
  EROFS: 'NotAllowedError',
  ENOSPC: 'QuotaExceededError',
  EDQUOT: 'QuotaExceededError',
};

/** Returns an error with the name that browsers give to it. */
export function asBrowserError(error: unknown): unknown {
  const code = errorCode(error) ?? '';
  const name = BROWSER_NAMES[code];
  return name === undefined ? error : new DOMException(code, name);
}
