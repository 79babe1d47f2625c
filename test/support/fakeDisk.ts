import { FETCH_RANGE_BYTES } from '@data-manager/domain/constants';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { contentBlocks } from '@data-manager/domain/transfers/contentCheck';
import { compositeChecksum, md5OfText } from '@data-manager/domain/uploads/checksums';
import type { FetchRangeRequest, FetchRangeResult, FolderFault, Folders } from '../../src/platform/folders/folderPorts';

/** Content without bytes: labels of its ranges by their first byte. */
interface FakeContent {
  readonly size: number;
  readonly ranges: Map<number, string>;
}

interface FakeWriter {
  readonly folderId: string;
  readonly path: string;
  readonly content: FakeContent;
  readonly partSizes: readonly number[];
}

/** The result of a request for a range. `damaged`: written with different bytes. */
export type RangeAnswer = FetchRangeResult | { readonly kind: 'damaged' };

/** A fault of the disk in one of the calls. */
export type DiskFault = (call: 'access' | 'hash' | 'open' | 'write' | 'save', path: string) => FolderFault | undefined;

/** Virtual time of a range or a call. */
const RANGE_MS = 200;
const CALL_MS = 1;

/** Returns a stored file whose ETag matches its fake content. `partSize`: of a multipart ETag. */
export function aStoredFile(key: string, size: number, partSize?: number): FileEntry {
  const content = contentOf(key, size);
  const blocks = md5sOf(content, partSize ?? Math.max(1, size));
  return {
    key,
    size,
    etag: partSize === undefined ? (blocks[0] ?? '') : compositeChecksum(blocks),
    ...(partSize !== undefined && { partSize }),
  };
}

/**
 * Creates a folder in memory, whose contents are names of ranges instead of bytes.
 *
 * @param files saved files by path, if several pages have the folder
 */
export function createFakeDisk(files = new Map<string, FakeContent>()) {
  const writers = new Map<string, FakeWriter>();
  const requests: FetchRangeRequest[] = [];
  let answerRange: (key: string, request: FetchRangeRequest) => RangeAnswer = () => ({ kind: 'written' });
  let findFault: DiskFault = () => undefined;
  let damages = 0;
  let closedPages = 0;
  let folders = 0;
  const released: string[] = [];

  const failed = (call: Parameters<DiskFault>[0], path: string) => {
    const fault = findFault(call, path);
    return fault === undefined ? undefined : ({ kind: 'failed', fault } as const);
  };
  const add = (): Promise<{ readonly folderId: string; readonly name: string }> =>
    Promise.resolve({ folderId: `folder-${String((folders += 1))}`, name: 'Disk' });

  const port: Folders = {
    areOffered: () => true,
    choose: add,
    add,
    allow: () => Promise.resolve(findFault('access', '') === undefined),
    access: async () => {
      await pause(CALL_MS);
      const fault = findFault('access', '');
      if (fault === undefined) return 'granted';
      return fault === 'gone' ? 'gone' : 'forbidden';
    },
    release: (folderId) => {
      released.push(folderId);
      return Promise.resolve();
    },

    async *readFolder() {
      yield { found: [], unreadable: 0 };
    },
    fileSizes: async (_folderId, paths) => {
      await pause(CALL_MS);
      return paths.map((path) => files.get(path)?.size);
    },
    hashFile: async ({ path, size, partSizes }, signal) => {
      await pause(CALL_MS);
      if (signal.aborted) return { kind: 'aborted' };
      const content = files.get(path);
      if (content?.size !== size) return failed('hash', path) ?? { kind: 'absent' };
      return failed('hash', path) ?? { kind: 'hashed', md5s: partSizes.map((bytes) => md5sOf(content, bytes)) };
    },
    openFile: async ({ folderId, writerId, path, size, partSizes }) => {
      const opener = closedPages;
      await pause(CALL_MS);
      if (opener !== closedPages) return { kind: 'failed', fault: 'unwritable' };
      const failure = failed('open', path);
      if (failure !== undefined) return failure;
      writers.set(writerId, { folderId, path, partSizes, content: { size, ranges: new Map() } });
      return { kind: 'done' };
    },
    writeText: async (_folderId, path, pieces) => {
      await pause(CALL_MS);
      const failure = failed('write', path);
      if (failure !== undefined) return failure;
      const text = pieces.join('');
      files.set(path, { size: text.length, ranges: new Map([[0, text]]) });
      return { kind: 'done' };
    },
    fetchRange: async (request) => {
      requests.push(request);
      const { writerId, url, start, signal } = request;
      await pause(RANGE_MS, signal);
      const writer = writers.get(writerId);
      if (signal.aborted || writer === undefined) return { kind: 'aborted' };
      const key = decodeURIComponent(new URL(url).pathname.slice(1));
      const answer = answerRange(key, request);
      if (answer.kind !== 'written' && answer.kind !== 'damaged') return answer;
      const failure = failed('write', writer.path);
      if (failure !== undefined) return failure;
      writer.content.ranges.set(start, answer.kind === 'written' ? key : `damaged-${String((damages += 1))}`);
      return { kind: 'written' };
    },
    hashWritten: (writerId) => {
      const writer = writers.get(writerId);
      const md5s = writer?.partSizes.map((bytes) => md5sOf(writer.content, bytes)) ?? [];
      return Promise.resolve({ kind: 'hashed', md5s });
    },
    saveFile: async (writerId) => {
      await pause(CALL_MS);
      const writer = writers.get(writerId);
      if (writer === undefined) return { kind: 'failed', fault: 'unwritable' };
      writers.delete(writerId);
      const failure = failed('save', writer.path);
      if (failure !== undefined) return failure;
      files.set(writer.path, writer.content);
      return { kind: 'done' };
    },
    discardFile: (writerId) => {
      writers.delete(writerId);
      return Promise.resolve();
    },
    scan: () => Promise.resolve({ kind: 'failed', fault: 'gone' }),
    openFiles: (_folderId, paths) => Promise.resolve(paths.map(() => ({ kind: 'missing' }))),
    watch: () => () => undefined,
  };

  return {
    folders: port,
    /** Saved files by path. */
    files,
    /** Files that are open for writing. */
    writers,
    /** Closes the files of a page that has ended, and those that it is opening. */
    closePage: (): void => {
      closedPages += 1;
      writers.clear();
    },
    /** Requests for ranges, in order. */
    requests,
    released,
    /** Puts the content of a stored file into the folder. */
    put: (path: string, { key, size }: FileEntry) => void files.set(path, contentOf(key, size)),
    /** Returns true if the folder has the content of the stored file. */
    has: (path: string, { key, size }: FileEntry): boolean => {
      const content = files.get(path);
      return content?.size === size && md5sOf(content, size + 1)[0] === md5sOf(contentOf(key, size), size + 1)[0];
    },
    answer: (next: typeof answerRange) => {
      answerRange = next;
    },
    fail: (next: DiskFault) => {
      findFault = next;
    },
  };
}

export type FakeDisk = ReturnType<typeof createFakeDisk>;

/** Responds to `POST /manage/files/urls` with a URL for each key. */
export function fileUrlsOf(body: unknown): { readonly json: unknown } {
  const { keys } = body as { readonly keys: readonly string[] };
  const url = (key: string): string =>
    `https://storage.test/${encodeURIComponent(key)}?X-Amz-Signature=0123456789abcdef`;
  return { json: { urls: Object.fromEntries(keys.map((key) => [key, url(key)])) } };
}

function contentOf(key: string, size: number): FakeContent {
  const count = Math.ceil(size / FETCH_RANGE_BYTES);
  return {
    size,
    ranges: new Map(Array.from({ length: count }, (_, range) => [range * FETCH_RANGE_BYTES, key])),
  };
}

function md5sOf({ size, ranges }: FakeContent, partSize: number): readonly string[] {
  return contentBlocks(size, partSize).map(({ start, end }) => {
    const inside = [...ranges].filter(([first]) => first < end && first + FETCH_RANGE_BYTES > start);
    const texts = inside.sort(([left], [right]) => left - right).map(([first, text]) => `${String(first)} ${text}`);
    return md5OfText([String(start), String(end), ...texts].join('\n'));
  });
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
