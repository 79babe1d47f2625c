import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';
import { wholeStream, type SizedStream } from '../common/wholeStream';
import { toDiskError } from '../disk/durableFiles';

/** Text compresses well. Images are already compressed or, as raw TIFFs, would take hours to shrink by a tenth. */
const COMPRESSIBLE = /\.(txt|md|csv|tsv|json|xml|ya?ml|html?|svg|log|mosaic|ini)$/i;
const FILE_MODE = 0o100644;
const FOLDER_MODE = 0o40755;

/** An entry of an archive. */
export interface ArchiveEntry {
  /** Path in the archive; a trailing `/` creates an empty folder. */
  readonly name: string;
  readonly modified: Date;
  /** Opens the content when the entry is about to be written; undefined omits the entry. */
  readonly open: () => Promise<SizedStream | undefined>;
}

/** Options for writing an archive. */
interface ArchiveOptions {
  readonly signal: AbortSignal;
  /** Uses ZIP64 even for a small archive. Large archives always use it. */
  readonly forceZip64?: boolean;
}

/** Writes the bytes of an archive until the signal aborts, and returns its size. */
export type ArchiveWriter = (zip: Readable, signal: AbortSignal) => Promise<number>;

/**
 * Streams a ZIP archive to a writer, and returns its size. Uses ZIP64 if the sizes or the number of entries require it.
 *
 * @throws The error of an entry, an `AbortError`, or HttpError 507 for a full disk.
 */
export async function writeArchive(
  write: ArchiveWriter,
  entries: AsyncIterable<ArchiveEntry>,
  { signal, forceZip64 = false }: ArchiveOptions,
): Promise<number> {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const zip = new ZipStream({ forceZip64 });
  const written = write(zip, stop);
  // A failed write also has to end the entry that is waiting to be read.
  written.catch((error: unknown) => {
    failure.abort(error);
  });
  try {
    for await (const { name, modified, open } of entries) {
      stop.throwIfAborted();
      if (name.endsWith('/')) {
        const folder = { name, type: 'directory', date: modified, mode: FOLDER_MODE } as const;
        await addEntry(zip, Buffer.alloc(0), folder, stop);
        continue;
      }
      const content = await open();
      if (content === undefined) continue;
      const body = wholeStream(content);
      const file = { name, date: modified, mode: FILE_MODE, store: !COMPRESSIBLE.test(name) };
      await addEntry(zip, body, file, stop).finally(() => body.destroy());
    }
    zip.finish();
    return await written;
  } catch (error) {
    failure.abort(error);
    zip.destroy();
    await written.catch(() => undefined);
    signal.throwIfAborted();
    // The original cause: because of it, the other steps fail with an AbortError.
    throw toDiskError(failure.signal.reason);
  }
}

function addEntry(
  zip: ZipStream,
  source: Readable | Buffer,
  data: Parameters<ZipStream['entry']>[1],
  stop: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(stop.reason as Error);
    stop.addEventListener('abort', abort, { once: true });
    if (source instanceof Readable) source.once('error', reject);
    zip.entry(source, data, (error) => {
      stop.removeEventListener('abort', abort);
      if (error) reject(error);
      else resolve();
    });
  });
}
