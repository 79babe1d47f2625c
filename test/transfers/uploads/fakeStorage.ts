import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import { md5OfText } from '@data-manager/domain/uploads/checksums';
import type { ByteRange } from '@data-manager/domain/uploads/contentSamples';
import type { FileProbe, HashPartResult, Ports, PutPartResult } from '../../../src/platform/ports';
import { createFakeServer, type FakeAnswer, type RecordedCall } from '../../support/fakeServer';

/** Result of a PUT of a part. */
export type PutFault = PutPartResult | 'answer-lost' | 'wrong-etag' | 'constant-etag' | 'hanging';

/** Virtual time to transfer a part. */
export const PUT_MS = 1_000;
const HASH_MS = 100;

interface Slice extends Blob {
  readonly label?: string;
  readonly length?: number;
}

/** Creates a file that reports any size without content. */
export function aFile(name: string, size: number): File {
  const file = new File([], name, { lastModified: 1_700_000_000_000 });
  const slice = (start = 0, end = size): Slice =>
    Object.assign(new Blob([]), { label: `${name}@${start}`, length: end - start });
  return Object.assign(Object.defineProperty(file, 'size', { value: size }), {
    slice,
    label: `${name}@0`,
    length: size,
  });
}

/** Returns the size of a file with this number of parts, the last of which is one byte long. */
export function bytesOfParts(count: number): number {
  return (count - 1) * UPLOAD_PART_BYTES + 1;
}

/** Returns the MD5 of a fake part. */
export function md5OfPart(name: string, partNumber: number): string {
  return md5OfText(`${name}@${(partNumber - 1) * UPLOAD_PART_BYTES}`);
}

/**
 * Extends the fake server with a storage for uploads, with scripted faults and a log of all operations.
 * @param hasStartUrls the server offers `upload.startUrls`
 * @param knowsAbsent the server offers `upload.onlyIfAbsent`, `upload.replaces` and `files.restoreReplaced`
 * @param listsReceipts the server offers `receipts.list`
 */
export function createFakeStorage({
  urlsPerAnswer = 100,
  putMs = PUT_MS,
  hashMs = HASH_MS,
  hasStartUrls = false,
  knowsAbsent = false,
  listsReceipts = false,
} = {}) {
  const operations: string[] = [];
  const completions: unknown[] = [];
  const urls = new Map<string, number>();
  const faults = new Map<number, PutFault[]>();
  const answers = new Map<string, FakeAnswer[]>();
  const lost = new Map<string, FileProbe>();
  /** Places that were overwritten, by file. */
  const overwritten = new Map<string, number[]>();
  /** MD5s of the parts that the storage has, and whose response was lost. */
  const unanswered = new Map<number, string>();
  let uploads = 0;
  let inFlight = 0;
  let mostInFlight = 0;

  /** Responds with the next scripted answer, or like a working server if none is left. */
  const scripted = (operation: string, call: RecordedCall, works: () => FakeAnswer): FakeAnswer => {
    operations.push(`${operation}${describeCall(call)}`);
    return answers.get(operation)?.shift() ?? works();
  };
  const sign = (uploadId: string, first: number, totalParts: number) => {
    const last = Math.min(totalParts, first + urlsPerAnswer - 1);
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const url = `https://storage.test/${uploadId}/${first + index}?n=${urls.size}`;
      urls.set(url, first + index);
      const etag = unanswered.get(first + index);
      return { partNumber: first + index, url, ...(etag !== undefined && { etag }) };
    });
  };
  const startUpload = ({ body }: RecordedCall): FakeAnswer => {
    const uploadId = `up-${(uploads += 1)}`;
    const { totalParts } = body as { readonly totalParts?: number };
    return { json: totalParts === undefined ? { uploadId } : { uploadId, urls: sign(uploadId, 1, totalParts) } };
  };
  const giveUrls = ({ query }: RecordedCall): FakeAnswer => ({
    json: sign(query.get('uploadId') ?? '', Number(query.get('partNumber')), Number(query.get('totalParts'))),
  });
  const features = [
    ...(hasStartUrls ? ['upload.startUrls'] : []),
    ...(listsReceipts ? ['receipts.list'] : []),
    ...(knowsAbsent ? ['upload.onlyIfAbsent', 'upload.replaces', 'files.restoreReplaced'] : []),
  ];
  const server = createFakeServer({
    ...(features.length > 0 && { 'GET /config': { json: { features } } }),
    'POST /upload/start': (call) => scripted('start', call, () => startUpload(call)),
    'GET /upload/urls': (call) => scripted('urls', call, () => giveUrls(call)),
    'POST /upload/complete': (call) => {
      completions.push(call.body);
      return scripted('complete', call, () => ({ json: {} }));
    },
    'DELETE /upload/cancel': (call) => scripted('cancel', call, () => ({ json: {} })),
  });

  const putPart: Ports['putPart'] = async ({ url, body, signal, onProgress }) => {
    const partNumber = urls.get(url) ?? 0;
    if (signal.aborted) return { kind: 'aborted' };
    urls.delete(url);
    operations.push(`PUT ${partNumber}`);
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    const { label = '', length: bytes = 0 } = body as Slice;
    onProgress(Math.floor(bytes / 2));
    const fault = faults.get(partNumber)?.shift();
    let isOver = false;
    signal.addEventListener('abort', () => {
      if (!isOver) operations.push(`PUT ${partNumber} aborted`);
    });
    const wasAborted = await pause(fault === 'hanging' ? Infinity : putMs, signal);
    isOver = true;
    inFlight -= 1;
    if (wasAborted) return { kind: 'aborted' };
    if (lost.has(label.split('@')[0] ?? '') && bytes > 0) return { kind: 'unreachable' };
    if (fault !== undefined && typeof fault === 'object') return fault;
    if (fault === 'answer-lost') {
      unanswered.set(partNumber, md5OfText(label));
      return { kind: 'stalled' };
    }
    return { kind: 'answered', status: 200, etag: `"${etagOf(body, fault)}"` };
  };

  const etagOf = (body: Slice, fault: PutFault | undefined): string => {
    if (fault === 'constant-etag') return 'not-the-md5';
    return fault === 'wrong-etag' ? `damaged-${operations.length}` : md5OfSlice(body).toUpperCase();
  };

  const md5OfSlice = ({ label = '', length = 0 }: Slice): string => {
    const [name = '', offset] = label.split('@');
    const isIn = (place: number): boolean => place >= Number(offset) && place < Number(offset) + length;
    const changes = overwritten.get(name)?.filter(isIn).length ?? 0;
    return md5OfText(changes === 0 ? label : `${label} ${String(changes)}`);
  };

  const digestOf = ({ label = '' }: Slice, ranges: readonly ByteRange[]): string => {
    const [name = '', offset] = label.split('@');
    const read = ranges.map(({ start, end }) => {
      const [from, to] = [Number(offset) + start, Number(offset) + end];
      const changes = overwritten.get(name)?.filter((place) => place >= from && place < to) ?? [];
      return [from, to, changes.length];
    });
    return md5OfText(JSON.stringify([name, read]));
  };

  const hashPart: Ports['hashPart'] = async (body, signal, samples = []): Promise<HashPartResult> => {
    const { length: bytes = 0 } = body as Slice;
    if (await pause(hashMs, signal)) return { kind: 'aborted' };
    return { kind: 'hashed', md5: md5OfSlice(body), bytes, samples: samples.map((ranges) => digestOf(body, ranges)) };
  };

  const hashSamples: Ports['hashSamples'] = (file, samples) => {
    const { label = '' } = file as Slice;
    if (lost.has(label.split('@')[0] ?? '')) return Promise.resolve({ kind: 'unreadable' });
    return Promise.resolve({
      kind: 'hashed',
      md5: md5OfText(label),
      bytes: 0,
      samples: samples.map((ranges) => digestOf(file, ranges)),
    });
  };

  const probeFile: Ports['probeFile'] = (blob) => {
    const { label = '' } = blob as Slice;
    return Promise.resolve(lost.get(label.split('@')[0] ?? '') ?? 'readable');
  };

  return {
    server,
    ports: { fetch: server.fetch, putPart, hashPart, hashSamples, probeFile },
    /** `start key`, `urls n`, `PUT n`, `complete key`, `cancel uploadId`, in order. */
    operations,
    /** Bodies of the `POST /upload/complete` calls. */
    completions,
    mostInFlight: () => mostInFlight,
    /** Sets the results of the next PUTs of a part. */
    failPart: (partNumber: number, ...script: PutFault[]) => void faults.set(partNumber, script),
    /** Stores a part that no page of the test has sent. */
    storePart: (partNumber: number, md5: string) => void unanswered.set(partNumber, md5),
    /** Sets the responses to the next calls of an operation. */
    answer: (operation: 'start' | 'urls' | 'complete' | 'cancel', ...script: FakeAnswer[]) =>
      void answers.set(operation, script),
    /** Overwrites a byte of the file on the disk without changing its size and time. */
    overwrite: (name: string, place: number) => void overwritten.set(name, [...(overwritten.get(name) ?? []), place]),
    /** Removes or replaces the file on the disk. Sending its parts then fails like a network error. */
    loseFile: (name: string, finding: 'missing' | 'changed' = 'missing') => void lost.set(name, finding),
  };
}

function describeCall({ body, query }: RecordedCall): string {
  if (query.has('partNumber')) return ` ${query.get('partNumber') ?? ''}`;
  const { key = '', uploadId } = body as { key?: string; uploadId?: string };
  const name = key.split('/').at(-1) ?? '';
  return uploadId === undefined ? ` ${name}` : ` ${name} ${uploadId}`;
}

/** Waits. Returns true if it was aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = milliseconds === Infinity ? undefined : setTimeout(() => resolve(false), milliseconds);
    const abort = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}
