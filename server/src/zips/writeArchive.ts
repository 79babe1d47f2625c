import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { toDiskError } from '../objects/durableFiles';

/** Text packs well; images are packed already or, as raw TIFF, would cost hours of computing for a tenth less. */
const PACKS_WELL = /\.(txt|md|csv|tsv|json|xml|ya?ml|html?|svg|log|mosaic|ini)$/i;
const FILE_MODE = 0o100644;
const FOLDER_MODE = 0o40755;

/** One entry of an archive. */
export interface ArchiveEntry {
  /** Path in the archive; `/` at the end makes it an empty folder. */
  readonly name: string;
  readonly modified: Date;
  /** The bytes and how many they are; undefined leaves the entry out. Called when its turn has come. */
  readonly open: () => Promise<{ readonly body: Readable; readonly size: number } | undefined>;
}

/** How an archive is written. */
export interface ArchiveOptions {
  readonly signal: AbortSignal;
  /** ZIP64 even for a small archive; large ones get it anyway. */
  readonly forceZip64?: boolean;
}

/**
 * yazl looks for the next entry to write from the first one on, each time: minutes of computing for 100,000 entries.
 * Those that are written are taken out of its sight until the table of contents is due.
 */
class LongZipFile extends ZipFile {
  /** yazl's own list, which its types don't tell of. */
  declare private entries: unknown[];
  private written: unknown[] = [];

  /** How many entries wait to be written or are being written. */
  get waiting(): number {
    return this.entries.length;
  }

  /** Sets the first entries aside; they have to be written. */
  setAside(count: number): void {
    for (const entry of this.entries.splice(0, count)) this.written.push(entry);
  }

  /** Ends the archive when what waits is written. */
  finish(forceZip64Format: boolean): void {
    this.entries = this.written.concat(this.entries);
    this.end({ forceZip64Format, comment: '' });
  }
}

/**
 * Writes a ZIP archive to a new file, one entry after the other, with a few chunks in memory at most. ZIP64 where
 * sizes or the number of entries want it. The file is on the disk when this returns.
 *
 * @throws what the entries threw, an `AbortError`, HttpFailure 507 for a full disk; nothing is left of the file then.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
  { signal, forceZip64 = false }: ArchiveOptions,
): Promise<void> {
  const failing = new AbortController();
  const stop = AbortSignal.any([signal, failing.signal]);
  const zip = new LongZipFile();
  zip.on('error', (error) => {
    failing.abort(error);
  });
  const written = pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', flush: true }), { signal: stop });
  // Without this a failed write would leave the entry that waits to be read waiting for ever.
  written.catch((error: unknown) => {
    failing.abort(error);
  });
  try {
    for await (const { name, modified, open } of entries) {
      stop.throwIfAborted();
      if (name.endsWith('/')) {
        zip.addEmptyDirectory(name, { mtime: modified, mode: FOLDER_MODE });
        continue;
      }
      const content = await open();
      if (content === undefined) continue;
      const { body, size } = content;
      const before = zip.waiting;
      const compress = PACKS_WELL.test(name);
      zip.addReadStream(body, name, { size, mtime: modified, mode: FILE_MODE, compress, forceZip64Format: forceZip64 });
      await finished(body, { signal: stop, writable: false }).finally(() => body.destroy());
      // Entries are written in their order: this one was read, so those before it are written.
      zip.setAside(before);
    }
    zip.finish(forceZip64);
    await written;
  } catch (error) {
    failing.abort(error);
    await written.catch(() => undefined);
    await rm(path, { force: true });
    signal.throwIfAborted();
    // The first cause: an error in one place makes the others end with an AbortError.
    throw toDiskError(failing.signal.reason);
  }
}
