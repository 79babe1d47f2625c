import { joinSpans, partsOf, type BlockPart, type ByteSpan } from '@data-manager/domain/pictures/pixels/fileBlocks';
import type {
  FileImageFault,
  FileImageHeader,
  FileWindow,
  PixelRect,
} from '@data-manager/domain/pictures/pixels/fileImage';
import { RecentlyUsed } from '@data-manager/lib/recentlyUsed';
import { err, ok, type Result } from '@data-manager/lib/result';
import { createSemaphore } from '@data-manager/lib/semaphore';
import { createRangeReceiver } from '../folders/receiveRange';
import { gapPart, windowOf, type DecodedPart } from './fileWindow';
import { openTiff, type OpenedTiff } from './openTiff';
import { createRangeReader, TiffClient, type RangedFile } from './tiffRanges';

/** Requests for parts of files at the same time. */
const MAX_REQUESTS = 8;
/** Decoded parts kept: more than the visible window of several channels. */
const MAX_KEPT_BYTES = 32 * 1024 ** 2;
/** Longest joined request. Several smaller requests arrive at the same time. */
const MAX_JOINED_BYTES = 2 * 1024 ** 2;
/** A gap that takes less time than another request. */
const MAX_GAP_BYTES = 16 * 1024;

/** A page of an image file to open. */
interface OpenRequest {
  /** Chosen by the caller; names the file in later calls. */
  readonly id: string;
  /** Presigned: a secret. */
  readonly url: string;
  /** Of the file, bytes. */
  readonly size: number;
  /** From 1. */
  readonly page: number;
  /** Number of pages, as the server counts them. */
  readonly pages: number;
}

/** Pixels of an open file to read. */
interface ReadRequest {
  readonly id: string;
  /** Presigned: a secret. */
  readonly url: string;
  readonly level: number;
  readonly rect: PixelRect;
  /** Limit for the bytes that are fetched, beside parts of the headers. */
  readonly maxBytes: number;
}

interface OpenFile {
  readonly file: RangedFile;
  readonly tiff: OpenedTiff;
}

type OpenResult = Result<FileImageHeader, FileImageFault>;
type ReadResult = Result<FileWindow, FileImageFault>;

/** A part that has to be fetched. */
interface MissingPart {
  readonly key: string;
  readonly part: BlockPart;
  readonly span: ByteSpan;
}

type DecodedParts = Map<BlockPart, DecodedPart>;

/** The calls that the worker carries out. */
export type FileImageCalls = Pick<OpenFiles, keyof OpenFiles>;

/** The open files and their decoded parts. Calls never reject. */
export class OpenFiles {
  readonly #readRange: ReturnType<typeof createRangeReader>;
  readonly #files = new Map<string, OpenFile>();
  readonly #parts = new RecentlyUsed<string, DecodedPart>({ maxCost: MAX_KEPT_BYTES, costOf: partBytes });

  constructor(fetchFrom: typeof fetch) {
    this.#readRange = createRangeReader(createRangeReceiver(fetchFrom, 0), createSemaphore(MAX_REQUESTS));
  }

  async open({ id, url, size, page, pages }: OpenRequest, signal: AbortSignal): Promise<OpenResult> {
    const file: RangedFile = { url, size, etag: null };
    const opened = await openTiff(new TiffClient(file, this.#readRange, signal), page, pages);
    if (!opened.ok) return opened;
    this.#files.set(id, { file, tiff: opened.value });
    return ok(opened.value.header);
  }

  async read(request: ReadRequest, signal: AbortSignal): Promise<ReadResult> {
    const opened = this.#files.get(request.id);
    if (opened === undefined) return err({ kind: 'unavailable' });
    opened.file.url = request.url;
    try {
      const { header } = opened.tiff;
      const decoded: DecodedParts = new Map();
      const missing = await this.#findMissing(opened, request, decoded);
      const fault = await this.#fetchMissing(opened, request, missing, decoded, signal);
      return fault === undefined ? ok(windowOf(header, request.rect, decoded)) : err(fault);
    } catch {
      return err(signal.aborted ? { kind: 'aborted' } : { kind: 'damaged' });
    }
  }

  close(id: string): Promise<void> {
    this.#files.delete(id);
    for (const key of this.#parts.keys()) if (key.startsWith(`${id} `)) this.#parts.delete(key);
    return Promise.resolve();
  }

  /** Returns the parts that have to be fetched, and adds the others to `decoded`. */
  async #findMissing(
    { tiff }: OpenFile,
    { id, level, rect }: ReadRequest,
    decoded: DecodedParts,
  ): Promise<readonly MissingPart[]> {
    const { header } = tiff;
    const missing: MissingPart[] = [];
    await Promise.all(
      partsOf(header, header.levels[level] ?? header.levels[0], rect).map(async (part) => {
        const key = `${id} ${level} ${part.block} ${part.skippedRows}`;
        const kept = this.#parts.get(key);
        const span = kept === undefined ? await tiff.locate(level, part) : undefined;
        if (kept !== undefined) decoded.set(part, kept);
        else if (span === 'gap') decoded.set(part, gapPart(header, part));
        else if (span !== undefined) missing.push({ key, part, span });
      }),
    );
    return missing;
  }

  /** Fetches parts in few requests, and adds them to `decoded`. Returns why that failed. */
  async #fetchMissing(
    { file, tiff }: OpenFile,
    { level, maxBytes }: ReadRequest,
    missing: readonly MissingPart[],
    decoded: DecodedParts,
    signal: AbortSignal,
  ): Promise<FileImageFault | undefined> {
    const spans = missing.map(({ span }) => span);
    const close = joinSpans(spans, MAX_GAP_BYTES, MAX_JOINED_BYTES);
    // The gaps between parts may exceed the limit that the parts keep.
    const joined = bytesOf(close) > maxBytes ? joinSpans(spans, 0, MAX_JOINED_BYTES) : close;
    if (bytesOf(joined) > maxBytes) return { kind: 'too-large', bytes: bytesOf(joined) };
    if (spans.some(({ end }) => end > file.size)) return { kind: 'damaged' };
    const faults = await Promise.all(
      joined.map(async (whole): Promise<FileImageFault | undefined> => {
        const received = await this.#readRange(file, whole.start, whole.end, signal);
        if (!received.ok) return received.failure;
        for (const { key, part, span } of missing) {
          if (span.start < whole.start || span.end > whole.end) continue;
          if (signal.aborted) return { kind: 'aborted' };
          const own = received.value.slice(span.start - whole.start, span.end - whole.start);
          const one = { planes: await tiff.decode(level, part, own), isGap: false };
          this.#parts.set(key, one);
          this.#parts.trim();
          decoded.set(part, one);
        }
        return undefined;
      }),
    );
    return faults.find((one) => one !== undefined);
  }
}

function partBytes({ planes }: DecodedPart): number {
  return planes.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function bytesOf(spans: readonly ByteSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
