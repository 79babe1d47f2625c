import type { PayloadAction } from '@reduxjs/toolkit';
import { FILES_PER_CHUNK, type FetchFile } from '@data-manager/domain/fetches/folderFetch';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import type { Folders } from '../../platform/folders/folderPorts';
import { lazyPort } from '../../platform/lazyPort';
import { onePer } from '../../platform/onePer';
import { yieldToPage } from '../../platform/pauses';
import { fetchRequested, type FetchRequest } from './fetchesSlice';

/** The files to download into a folder. */
interface FileRequest {
  /** As listed by the server. */
  readonly files: readonly Pick<FileEntry, 'key' | 'size' | 'etag' | 'partSize'>[];
  /** The beginning of the keys that is not part of the paths in the folder, with a trailing slash. */
  readonly prefix: string;
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

/** Most visits request no files. */
const loadLocalPaths = lazyPort(() => import('@data-manager/domain/fetches/localPaths'));

function createRequestedFiles(): RequestedFiles {
  const requests = new Map<string, FileRequest>();
  const pathsOf = new Map<string, (key: string) => string>();
  return {
    add: (folderId, request) => requests.set(folderId, request),
    take: async (folderId, chunk) => {
      if (chunk > 0) await yieldToPage();
      const { files = [], prefix = '' } = requests.get(folderId) ?? {};
      const taken = files.slice(chunk * FILES_PER_CHUNK, (chunk + 1) * FILES_PER_CHUNK);
      if (taken.length === 0) return undefined;
      const known = chunk === 0 ? undefined : pathsOf.get(folderId);
      const pathOf = known ?? (await loadLocalPaths()).createLocalPaths(prefix);
      pathsOf.set(folderId, pathOf);
      return taken.map(({ key, size, etag, partSize }) => ({
        key,
        path: pathOf(key),
        size,
        ...(etag !== undefined && { etag }),
        ...(partSize !== undefined && { partSize }),
      }));
    },
    release: (folderId) => {
      requests.delete(folderId);
      pathsOf.delete(folderId);
    },
  };
}
