import type { PayloadAction } from '@reduxjs/toolkit';
import { FILES_PER_CHUNK, isOtherFile, type FetchFile } from '@data-manager/domain/fetches/folderFetch';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { pick } from '@data-manager/lib/pick';
import type { Folders } from '../../platform/folders/folderPorts';
import { lazyPort } from '../../platform/lazyPort';
import { onePer } from '../../platform/onePer';
import { yieldToPage } from '../../platform/pauses';
import { fetchRequested, type FetchRequest } from './fetchesSlice';

/** The files to download into a folder. */
interface FileRequest {
  /** As listed by the server. */
  readonly files: readonly Pick<FileEntry, 'key' | 'size' | 'etag' | 'partSize' | 'modified'>[];
  /** The beginning of the keys that is not part of the paths in the folder, with a trailing slash. */
  readonly prefix: string;
  /** Path of the sealed dataset that is fetched. */
  readonly sealed?: string | undefined;
  /** Paths of other files in the folder, which are kept. */
  readonly taken?: ReadonlySet<string>;
  /** Paths of other files in the folder that the user lets the fetch replace. */
  readonly replaced?: ReadonlySet<string>;
}

/**
 * The files of the requests that are not in the list of fetches yet, by folder. Outside the store, because an action with
 * a hundred thousand files would block the page. Each request has a folder of its own.
 */
export interface RequestedFiles {
  readonly add: (folderId: string, request: FileRequest) => void;
  /**
   * Plans a chunk of files. Files are ordered by key, so that a folder fills from its beginning. Chunks are taken in
   * order, numbered from 0, and each in a task of its own; 0 starts again. Undefined after the last chunk.
   */
  readonly take: (folderId: string, chunk: number) => Promise<readonly FetchFile[] | undefined>;
  readonly release: (folderId: string) => void;
}

/** Returns the requested files of a page. */
export const requestedFilesOf = onePer<Folders, RequestedFiles>(createRequestedFiles);

/** Keeps the files, and returns the command to fetch them. */
export function requestFetch(folders: Folders, request: FetchRequest, files: FileRequest): PayloadAction<FetchRequest> {
  requestedFilesOf(folders).add(request.folderId, files);
  return fetchRequested(request);
}

/**
 * Plans a fetch, and asks once if files with other content are in the folder. Returns undefined if the user cancels.
 *
 * @param ask receives their paths. `keep`: the fetched files get other names
 */
export async function planFetch(
  folders: Folders,
  request: FetchRequest,
  files: FileRequest,
  ask: (folderName: string, paths: readonly string[]) => Promise<'replace' | 'keep' | undefined>,
): Promise<PayloadAction<FetchRequest> | undefined> {
  const { folderId, folderName } = request;
  const taken = new Set<string>();
  for (;;) {
    const command = requestFetch(folders, request, { ...files, taken });
    const others = await findOthers(folders, folderId);
    if (others.length === 0) return command;
    const decision = taken.size > 0 ? 'keep' : await ask(folderName, others);
    if (decision === 'replace') return requestFetch(folders, request, { ...files, replaced: new Set(others) });
    if (decision === undefined) {
      requestedFilesOf(folders).release(folderId);
      await folders.release(folderId);
      return undefined;
    }
    for (const path of others) taken.add(path);
  }
}

async function findOthers(folders: Folders, folderId: string): Promise<readonly string[]> {
  const others: string[] = [];
  for (let chunk = 0; ; chunk += 1) {
    const files = await requestedFilesOf(folders).take(folderId, chunk);
    if (files === undefined) return others;
    const sizes = await folders.fileSizes(
      folderId,
      files.map(({ path }) => path),
    );
    for (const [index, file] of files.entries()) if (isOtherFile(file, sizes[index])) others.push(file.path);
  }
}

/** Most visits request no files. */
const loadLocalPaths = lazyPort(() => import('@data-manager/domain/fetches/localPaths'));

function createRequestedFiles(): RequestedFiles {
  const requests = new Map<string, FileRequest>();
  const pathsOf = new Map<string, (key: string) => string>();
  return {
    add: (folderId, request) => requests.set(folderId, request),
    take: async (folderId, chunk) => {
      if (chunk > 0) await yieldToPage();
      const { files = [], prefix = '', sealed, taken: kept, replaced } = requests.get(folderId) ?? {};
      const taken = files.slice(chunk * FILES_PER_CHUNK, (chunk + 1) * FILES_PER_CHUNK);
      if (taken.length === 0) return undefined;
      const known = chunk === 0 ? undefined : pathsOf.get(folderId);
      const pathOf = known ?? (await loadLocalPaths()).createLocalPaths(prefix, kept, sealed);
      pathsOf.set(folderId, pathOf);
      return taken.map((file) => {
        const path = pathOf(file.key);
        const isReplacing = replaced?.has(path) === true;
        return {
          ...pick(file, 'key', 'size', 'etag', 'partSize', 'modified'),
          path,
          ...(isReplacing && { replaces: true }),
        };
      });
    },
    release: (folderId) => {
      requests.delete(folderId);
      pathsOf.delete(folderId);
    },
  };
}
