import { createHash } from 'node:crypto';
import type { FileProbe, Ports, PutPartRequest, PutPartResult } from '../../../src/platform/ports';
import { md5 } from '../../support/uploadFile';
import { createNetwork, type Network } from './faultRunNetwork';
import type { FaultScript, PutFault, Schedule } from './faultRunSchedule';

const HASH_MS = 30;
const SLOW_MS = 25_000;
const SLOWEST_PUT_MS = 1_500;

/** An upload on the server. */
interface ServerUpload {
  readonly id: string;
  readonly key: string;
  readonly parts: Map<number, Uint8Array>;
  state: 'open' | 'completed' | 'cancelled' | 'forgotten';
  /** The checksum with which it was completed. */
  checksum?: string;
}

/** The body of `POST /upload/complete`. */
export interface Completion {
  readonly key: string;
  readonly uploadId: string;
  readonly parts: readonly { readonly PartNumber: number; readonly ETag: string; readonly checksum: string }[];
  readonly checksum: string;
}

type CompletionResult = 'completed' | 'completed-before' | 'no-such-upload' | 'parts-differ';

/** Creates the uploads and objects of a server, without any faults. */
export function createServerUploads({ remembersCompletions }: Pick<Schedule, 'remembersCompletions'>) {
  const uploads = new Map<string, ServerUpload>();
  const objects = new Map<string, Uint8Array>();
  const completions: { readonly key: string; readonly bytes: Uint8Array }[] = [];

  const findOpen = (uploadId: string): ServerUpload | undefined => {
    const upload = uploads.get(uploadId);
    return upload?.state === 'open' ? upload : undefined;
  };

  return {
    all: uploads,
    /** Bytes of the completed objects by key. */
    objects,
    /** Every completion, in order. */
    completions,
    findOpen,
    start: (key: string): ServerUpload => {
      const id = `up-${uploads.size + 1}`;
      const upload: ServerUpload = { id, key, parts: new Map(), state: 'open' };
      uploads.set(id, upload);
      return upload;
    },
    /** Stores a part and returns its MD5. Returns undefined if there is no such upload. */
    storePart: (uploadId: string, partNumber: number, bytes: Uint8Array): string | undefined => {
      const upload = findOpen(uploadId);
      upload?.parts.set(partNumber, bytes);
      return upload && md5(bytes);
    },
    /** Assembles the object if the given parts match the stored ones. */
    complete: ({ key, uploadId, parts, checksum }: Completion): CompletionResult => {
      const upload = uploads.get(uploadId);
      if (upload?.state === 'completed' && remembersCompletions && upload.checksum === checksum) {
        return 'completed-before';
      }
      if (upload?.state !== 'open' || upload.key !== key) return 'no-such-upload';
      const stored = parts.map(({ PartNumber }) => upload.parts.get(PartNumber));
      const isSame = parts.every(({ PartNumber, ETag, checksum: given }, index) => {
        const part = stored[index];
        const digest = part && md5(part);
        return PartNumber === index + 1 && ETag.toLowerCase() === digest && given === digest;
      });
      const bytes = Buffer.concat(stored.map((part) => part ?? new Uint8Array()));
      if (!isSame || checksum !== checksumOf(stored)) return 'parts-differ';
      upload.state = 'completed';
      upload.checksum = checksum;
      objects.set(key, bytes);
      completions.push({ key, bytes });
      return 'completed';
    },
    cancel: (uploadId: string): void => {
      const upload = findOpen(uploadId);
      if (upload !== undefined) upload.state = 'cancelled';
    },
    forgetOpen: (): void => {
      for (const upload of uploads.values()) if (upload.state === 'open') upload.state = 'forgotten';
    },
  };
}

export type ServerUploads = ReturnType<typeof createServerUploads>;

/** Returns the MD5 of the parts' binary digests, followed by `-N`. */
export function checksumOf(parts: readonly (Uint8Array | undefined)[]): string {
  const whole = createHash('md5');
  for (const part of parts) whole.update(Buffer.from(md5(part ?? ''), 'hex'));
  return `${whole.digest('hex')}-${parts.length}`;
}

/** A PUT that the page sent. */
export interface PutRecord {
  readonly uploadId: string;
  readonly partNumber: number;
  readonly bytes: number;
  /** `faulty`: the response was missing or did not confirm the part. */
  end: 'pending' | 'verified' | 'faulty' | 'aborted';
}

interface Signed {
  readonly uploadId: string;
  readonly partNumber: number;
  /** Virtual time in milliseconds since 1970. */
  readonly expires: number;
}

interface Surroundings {
  readonly schedule: Schedule;
  readonly script: FaultScript;
  readonly network: Network;
  readonly uploads: ServerUploads;
  readonly fraction: () => number;
}

/** Simulates the object storage behind presigned URLs, over a faulty network. */
export function createStorage({ schedule, script, network, uploads, fraction }: Surroundings) {
  const signed = new Map<string, Signed>();
  const puts: PutRecord[] = [];
  const used = new Set<string>();
  const violations: string[] = [];
  let outages = 0;

  const etagOf = (digest: string, fault: PutFault | undefined): string | null => {
    if (schedule.etags === 'hidden' || fault === 'etag-hidden') return null;
    if (schedule.etags === 'constant') return '"an-etag-of-another-kind"';
    const wrong = `${digest.split('').reverse().join('')}-${puts.length}`;
    return fault === 'wrong-etag' ? `"${wrong}"` : `"${digest.toUpperCase()}"`;
  };

  const store = ({ uploadId, partNumber }: Signed, bytes: Uint8Array, fault: PutFault | undefined): PutPartResult => {
    const status = outages > 0 ? '503' : /^status-(\d+)$/.exec(fault ?? '')?.[1];
    if (status !== undefined) return refused(Number(status));
    const digest = uploads.storePart(uploadId, partNumber, fault === 'damaged' ? damage(bytes) : bytes);
    return digest === undefined ? refused(404) : { kind: 'answered', status: 200, etag: etagOf(digest, fault) };
  };

  const transfer = async (
    target: Signed,
    bytes: Uint8Array,
    { body, signal, stallMs, onProgress }: PutPartRequest,
    fault: PutFault | undefined,
  ): Promise<PutPartResult> => {
    // Rejected before the body is read.
    if (fault === 'url-stale' || target.expires <= Date.now()) return refused(403);
    const half = fault === 'slow' ? SLOW_MS / 2 : 50 + fraction() * SLOWEST_PUT_MS;
    for (const share of [0.5, 1]) {
      const result = await network.transfer(half, signal);
      if (result !== 'arrived') return { kind: result === 'aborted' ? 'aborted' : 'unreachable' };
      // Browsers report an unreadable body as a network error.
      if (fileStateOf(body) !== 'readable' && bytes.length > 0) return { kind: 'unreachable' };
      onProgress(Math.floor(bytes.length * share));
      if (fault === 'dropped') return { kind: 'unreachable' };
      if (fault === 'stalls') return stall(stallMs, signal);
    }
    const result = store(target, bytes, fault);
    if (fault === 'answer-lost') return { kind: 'unreachable' };
    return fault === 'answer-stalls' ? stall(stallMs, signal) : result;
  };

  const stall = async (stallMs: number, signal: AbortSignal): Promise<PutPartResult> => {
    const result = await network.transfer(stallMs, signal);
    if (result === 'arrived') return { kind: 'stalled' };
    return { kind: result === 'aborted' ? 'aborted' : 'unreachable' };
  };

  const putPart: Ports['putPart'] = async (request) => {
    const target = signed.get(request.url);
    if (target === undefined) throw new Error(`Unknown URL ${request.url}.`);
    if (used.has(request.url)) violations.push('a presigned URL is used twice');
    used.add(request.url);
    const bytes = bytesOf(request.body);
    const { uploadId, partNumber } = target;
    const record: PutRecord = { uploadId, partNumber, bytes: bytes.length, end: 'pending' };
    puts.push(record);
    const result = await transfer(target, bytes, request, script.next<PutFault>('put', schedule.puts));
    record.end = endOf(result, bytes);
    return result;
  };

  return {
    putPart,
    puts,
    violations,
    sign: (uploadId: string, partNumber: number): string => {
      const url = `https://storage.test/${uploadId}/${partNumber}?signature=${signed.size}`;
      signed.set(url, { uploadId, partNumber, expires: Date.now() + schedule.urlLife });
      return url;
    },
    goDown: () => {
      outages += 1;
    },
    comeUp: () => {
      outages -= 1;
    },
  };
}

function refused(status: number): PutPartResult {
  return { kind: 'answered', status, etag: null };
}

function endOf(result: PutPartResult, bytes: Uint8Array): PutRecord['end'] {
  if (result.kind === 'aborted') return 'aborted';
  const isVerified = result.kind === 'answered' && result.etag?.toLowerCase() === `"${md5(bytes)}"`;
  return isVerified ? 'verified' : 'faulty';
}

/** Returns different bytes. */
function damage(bytes: Uint8Array): Uint8Array {
  return bytes.length === 0 ? Uint8Array.of(0) : bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
}

const contents = new WeakMap<Blob, Uint8Array>();
/** The files of slices. */
const filesOfSlices = new WeakMap<Blob, Blob>();
const fileStates = new WeakMap<Blob, FileProbe>();

/** Creates a file whose bytes depend on its name and size only. */
export function aFileOf(name: string, size: number): File {
  const seed = Number.parseInt(md5(name).slice(0, 8), 16);
  const bytes = Uint8Array.from({ length: size }, (_, index) => (Math.imul(index + 1, 2_654_435_761) ^ seed) >>> 16);
  const file = new File([], name, { lastModified: 1_700_000_000_000 });
  Object.defineProperty(file, 'size', { value: size });
  contents.set(file, bytes);
  file.slice = (start = 0, end = size) => {
    const slice = new Blob([]);
    contents.set(slice, bytes.subarray(start, end));
    filesOfSlices.set(slice, file);
    return slice;
  };
  return file;
}

/** Returns the bytes of such a file or of a slice of one. */
export function bytesOf(blob: Blob): Uint8Array {
  const bytes = contents.get(blob);
  if (bytes === undefined) throw new Error('The file was not created by aFileOf.');
  return bytes;
}

/** Removes or overwrites a file on the disk. */
export function breakFile(file: File, state: 'missing' | 'changed'): void {
  fileStates.set(file, state);
}

function fileStateOf(blob: Blob): FileProbe {
  return fileStates.get(filesOfSlices.get(blob) ?? blob) ?? 'readable';
}

export const probeFile: Ports['probeFile'] = (blob) => Promise.resolve(fileStateOf(blob));

export const hashPart: Ports['hashPart'] = async (body, signal) => {
  if ((await createNetwork().transfer(HASH_MS, signal)) === 'aborted') return { kind: 'aborted' };
  if (fileStateOf(body) !== 'readable') return { kind: 'unreadable' };
  const bytes = bytesOf(body);
  return { kind: 'hashed', md5: md5(bytes), bytes: bytes.length };
};
