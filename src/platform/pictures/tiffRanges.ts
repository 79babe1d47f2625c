import { BaseClient, BaseResponse } from 'geotiff';
import type { FileImageFault } from '@data-manager/domain/pictures/pixels/fileImage';
import { err, ok, type Result } from '@data-manager/lib/result';
import type { Semaphore } from '@data-manager/lib/semaphore';
import type { ReceiveRange } from '../folders/receiveRange';

/** A range without any progress for this long has failed, milliseconds. */
const STALL_MS = 20_000;

/** A file to read by ranges. */
export interface RangedFile {
  /** Presigned: a secret, and valid for some minutes. */
  url: string;
  /** Bytes. */
  readonly size: number;
  /** The tag of the first response. A range of another file must not be mixed with it. */
  etag: string | null;
}

type ReadRange = (
  file: RangedFile,
  start: number,
  end: number,
  signal: AbortSignal,
) => Promise<Result<Uint8Array<ArrayBuffer>, FileImageFault>>;

/** Creates a function that reads ranges of files, a limited number at the same time. Never rejects. */
export function createRangeReader(receive: ReceiveRange, limit: Semaphore): ReadRange {
  return async (file, start, end, signal) => {
    const release = await limit.acquire();
    try {
      if (signal.aborted) return err({ kind: 'aborted' });
      const range = { url: file.url, start, end, coversFile: start === 0 && end === file.size, signal };
      const received = await receive({ ...range, stallMs: STALL_MS, answerMs: STALL_MS });
      if (received.kind === 'aborted' || received.kind === 'refused') return err(received);
      if (received.kind !== 'received') return err({ kind: 'unavailable' });
      const { etag } = received;
      if (file.etag !== null && etag !== null && etag !== file.etag) return err({ kind: 'changed' });
      file.etag ??= etag;
      // The bytes are kept, so their buffer is not released for reuse.
      return ok(received.bytes);
    } finally {
      release();
    }
  };
}

/** Lets `geotiff` read the headers of a file. The library hides the cause of a failure, so the client remembers it. */
export class TiffClient extends BaseClient {
  fault: FileImageFault | undefined;

  constructor(
    private readonly file: RangedFile,
    private readonly read: ReadRange,
    private readonly signal: AbortSignal,
  ) {
    // The library would use the URL only to send requests itself.
    super('');
  }

  /** Size of the file, bytes. */
  get size(): number {
    return this.file.size;
  }

  override async request(options: RequestInit = {}): Promise<BaseResponse> {
    const range = new Headers(options.headers).get('range') ?? '';
    const [, first = '0', last = '0'] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const start = Number(first);
    const end = Math.min(this.file.size, Number(last) + 1);
    if (start >= end) return this.fail({ kind: 'damaged' });
    const result = await this.read(this.file, start, end, this.signal);
    if (!result.ok) return this.fail(result.failure);
    return new RangeResponse(result.value.slice().buffer, `bytes ${start}-${end - 1}/${this.file.size}`);
  }

  private fail(fault: FileImageFault): never {
    this.fault = fault;
    throw new Error(fault.kind);
  }
}

class RangeResponse extends BaseResponse {
  constructor(
    private readonly data: ArrayBuffer,
    private readonly contentRange: string,
  ) {
    super();
  }

  override get status(): number {
    return 206;
  }

  override getHeader(name: string): string | undefined {
    return name === 'content-range' ? this.contentRange : undefined;
  }

  override getData(): Promise<ArrayBuffer> {
    return Promise.resolve(this.data);
  }
}
