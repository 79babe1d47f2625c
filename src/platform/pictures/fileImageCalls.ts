import { joinSpans, partsOf, type BlockPart, type ByteSpan } from '@data-manager/domain/pictures/fileBlocks';
import type { FileImageFault, FileImageHeader, FileWindow, PixelRect } from '@data-manager/domain/pictures/fileImage';
import { RecentlyUsed } from '@data-manager/lib/recentlyUsed';
import { err, ok, type Result } from '@data-manager/lib/result';
import { createSemaphore } from '@data-manager/lib/semaphore';
import { createRangeReceiver } from '../folders/receiveRange';
import type { RunCall } from '../workers/workerCalls';
import { gapPart, windowOf, type DecodedPart } from './fileWindow';
import { openTiff, type OpenedTiff } from './openTiff';
import { createRangeReader, TiffClient, type RangedFile } from './tiffRanges';

/** Requests for parts of files at the same time. */
const MAX_REQUESTS = 8;
/** Decoded parts kept: more than the visible window of several channels. */
const MAX_KEPT_BYTES = 32 * 1024 ** 2;
/** Longest joined request. Several smaller ones arrive at the same time. */
const MAX_JOINED_BYTES = 2 * 1024 ** 2;
/** A gap that takes less time than another request. */
const MAX_GAP_BYTES = 16 * 1024;

/** Opens a page of an image file. */
export interface OpenCall {
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

/** Reads pixels of an open file. */
export interface ReadCall {
  readonly id: string;
  /** Presigned: a secret. */
  readonly url: string;
  readonly level: number;
  readonly rect: PixelRect;
  /** Limit for the bytes that are fetched, beside parts of the headers. */
  readonly maxBytes: number;
}

export type OpenResult = Result<FileImageHeader, FileImageFault>;
export type ReadResult = Result<FileWindow, FileImageFault>;

/** The calls that the worker carries out. */
export type FileImageCallName = 'open' | 'read' | 'close';

interface OpenFile {
  readonly file: RangedFile;
  readonly tiff: OpenedTiff;
}

/** A part that has to be fetched. */
interface MissingPart {
  readonly key: string;
  readonly part: BlockPart;
  readonly span: ByteSpan;
}

/** Creates the function that runs the calls. It keeps the open files and their decoded parts. */
export function createFileImageRun(fetchFrom: typeof fetch): RunCall<FileImageCallName> {
  const readRange = createRangeReader(createRangeReceiver(fetchFrom, 0), createSemaphore(MAX_REQUESTS));
  const files = new Map<string, OpenFile>();
  const store = new RecentlyUsed<string, DecodedPart>({ maxCost: MAX_KEPT_BYTES, costOf: partBytes });

  const open = async ({ id, url, size, page, pages }: OpenCall, signal: AbortSignal): Promise<OpenResult> => {
    const file: RangedFile = { url, size, etag: null };
    const opened = await openTiff(new TiffClient(file, readRange, signal), page, pages);
    if (!opened.ok) return opened;
    files.set(id, { file, tiff: opened.value });
    return ok(opened.value.header);
  };

  const read = async (call: ReadCall, signal: AbortSignal): Promise<ReadResult> => {
    const opened = files.get(call.id);
    if (opened === undefined) return err({ kind: 'unavailable' });
    opened.file.url = call.url;
    try {
      return await readParts(opened, call, signal);
    } catch {
      return err(signal.aborted ? { kind: 'aborted' } : { kind: 'damaged' });
    }
  };

  const readParts = async ({ file, tiff }: OpenFile, call: ReadCall, signal: AbortSignal): Promise<ReadResult> => {
    const { id, level, rect, maxBytes } = call;
    const { header } = tiff;
    const parts = partsOf(header, header.levels[level] ?? header.levels[0], rect);
    const decoded = new Map<BlockPart, DecodedPart>();
    const missing: MissingPart[] = [];
    await Promise.all(
      parts.map(async (part) => {
        const key = `${id} ${level} ${part.block} ${part.skippedRows}`;
        const kept = store.get(key);
        if (kept !== undefined) return void decoded.set(part, kept);
        const span = await tiff.locate(level, part);
        if (span === 'gap') return void decoded.set(part, gapPart(header, part));
        return void missing.push({ key, part, span });
      }),
    );
    const spans = missing.map(({ span }) => span);
    const close = joinSpans(spans, MAX_GAP_BYTES, MAX_JOINED_BYTES);
    // The gaps between parts may exceed the limit that the parts keep.
    const joined = bytesOf(close) > maxBytes ? joinSpans(spans, 0, MAX_JOINED_BYTES) : close;
    if (bytesOf(joined) > maxBytes) return err({ kind: 'too-large', bytes: bytesOf(joined) });
    if (spans.some(({ end }) => end > file.size)) return err({ kind: 'damaged' });
    const faults = await Promise.all(
      joined.map(async (whole): Promise<FileImageFault | undefined> => {
        const received = await readRange(file, whole.start, whole.end, signal);
        if (!received.ok) return received.failure;
        for (const { key, part, span } of missing) {
          if (span.start < whole.start || span.end > whole.end) continue;
          if (signal.aborted) return { kind: 'aborted' };
          const own = received.value.slice(span.start - whole.start, span.end - whole.start);
          const one = { planes: await tiff.decode(level, part, own), isGap: false };
          store.set(key, one);
          store.trim();
          decoded.set(part, one);
        }
        return undefined;
      }),
    );
    const fault = faults.find((one) => one !== undefined);
    return fault === undefined ? ok(windowOf(header, rect, decoded)) : err(fault);
  };

  const close = (id: string): void => {
    files.delete(id);
    for (const key of store.keys()) if (key.startsWith(`${id} `)) store.delete(key);
  };

  return async (name, args, signal) => {
    const [first] = args;
    switch (name) {
      case 'open':
        return open(first as OpenCall, signal);
      case 'read':
        return read(first as ReadCall, signal);
      case 'close':
        close(first as string);
        return undefined;
    }
  };
}

function partBytes({ planes }: DecodedPart): number {
  return planes.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function bytesOf(spans: readonly ByteSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Returns the buffers of a result, which are moved to the page instead of being copied. */
export function buffersOf(result: unknown): ArrayBuffer[] {
  const { ok: isOk, value } = (result ?? {}) as Partial<Extract<ReadResult, { ok: true }>>;
  return isOk === true && value !== undefined && 'planes' in value ? value.planes.map(({ buffer }) => buffer) : [];
}
