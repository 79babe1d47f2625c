import type { ScanReport } from '@data-manager/domain/follow/scans';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import type { FoundBatch } from '../reading/readFiles';
import type { Unsubscribe } from '../unsubscribe';

/** A folder that the user chose. */
interface ChosenFolder {
  readonly folderId: string;
  readonly name: string;
}

/** Why a file can't be written: the disk is full, the folder is gone, permission is missing, or another reason. */
export type FolderFault = 'full' | 'gone' | 'forbidden' | 'unwritable';

interface FolderFailure {
  readonly kind: 'failed';
  readonly fault: FolderFault;
}

/** A file in a chosen folder. */
interface LocalFile {
  readonly folderId: string;
  /** Segments separated by slashes, each of them a valid name. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Sizes of the blocks whose MD5s are computed. */
  readonly partSizes: readonly number[];
}

/** The MD5s of a file's blocks, in order, for each part size. */
interface HashedContent {
  readonly kind: 'hashed';
  readonly md5s: readonly (readonly string[])[];
}

/** The result of hashing a file of the folder. `absent`: missing, unreadable, or of a different size. */
export type HashFileResult = HashedContent | { readonly kind: 'absent' } | { readonly kind: 'aborted' } | FolderFailure;

/** A file to write. It replaces a file of that name when it is saved; until then, the folder has no part of it. */
interface OpenFileRequest extends LocalFile {
  /** Chosen by the caller, so that a file can be discarded while it is being opened. */
  readonly writerId: string;
}

/** A range of a stored file to fetch and write. */
export interface FetchRangeRequest {
  readonly writerId: string;
  /** A presigned URL. Secret: never log or store it. */
  readonly url: string;
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
  readonly signal: AbortSignal;
  /** The range fails as stalled after this time without progress, milliseconds. */
  readonly stallMs: number;
}

/** The result of fetching a range. */
export type FetchRangeResult =
  | { readonly kind: 'written' }
  /** Not the requested range. `status` is 200 if the storage ignored the range. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unreachable' }
  /** Answered with a web page of a proxy instead of the range. */
  | { readonly kind: 'intercepted' }
  | { readonly kind: 'stalled' }
  | { readonly kind: 'aborted' }
  | FolderFailure;

/** The result of opening or saving a file. */
export type WriteResult = { readonly kind: 'done' } | FolderFailure;

/** The changes in a followed folder since the previous scan. */
export type ScanResult =
  | (ScanReport & {
      readonly kind: 'scanned';
      /** True if the result was too long: request the rest. */
      readonly hasRest: boolean;
    })
  | { readonly kind: 'failed'; readonly fault: 'gone' | 'forbidden' };

/** A scan of a followed folder. */
interface ScanRequest {
  readonly folderId: string;
  /** Paths that are reported again, although they have not changed since they were reported. */
  readonly again: readonly string[];
  /** True to request the rest of the previous scan instead of a new one. */
  readonly isRest: boolean;
  /** By `clock.elapsed`. */
  readonly now: number;
}

/** A file of a followed folder. `missing`: moved or deleted. */
export type OpenedFile =
  | {
      readonly kind: 'opened';
      readonly file: File;
      /** Set if the name is that of a TIFF, and the content is not a complete one. */
      readonly problem?: ImageProblem;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable' };

/** The access that the user grants: to write into the folder, or only to read it. */
export type FolderUse = 'readwrite' | 'read';

/** Folders on the user's disk. The store holds only their ids; handles are kept in the browser's database. */
export interface Folders {
  /** Returns true if the browser can write into a folder. */
  readonly areOffered: () => boolean;
  /** Lets the user choose a folder; undefined if they cancel. Browsers allow it only shortly after a click. */
  readonly choose: (use?: FolderUse) => Promise<ChosenFolder | undefined>;
  /** Adds a folder that was chosen elsewhere, under a new id. */
  readonly add: (handle: FileSystemDirectoryHandle) => Promise<ChosenFolder>;
  /** Asks for permission to write or read, if necessary. Browsers allow it only shortly after a click. */
  readonly allow: (folderId: string, use?: FolderUse) => Promise<boolean>;
  /** Returns `granted` if the folder can be written into or read without asking. */
  readonly access: (folderId: string, use?: FolderUse) => Promise<'granted' | 'forbidden' | 'gone'>;
  /** Deletes the handle. */
  readonly release: (folderId: string) => Promise<void>;
  /** Opens all files of a folder and its subfolders, in batches. */
  readonly readFolder: (folderId: string) => AsyncIterable<FoundBatch>;
  /** Returns the sizes of files in the order of their paths; undefined for files that don't exist. */
  readonly fileSizes: (folderId: string, paths: readonly string[]) => Promise<readonly (number | undefined)[]>;
  readonly hashFile: (file: LocalFile, signal: AbortSignal) => Promise<HashFileResult>;
  readonly openFile: (file: OpenFileRequest) => Promise<WriteResult>;
  /** Fetches and writes a range, and resolves once it and all bytes before it are hashed. */
  readonly fetchRange: (request: FetchRangeRequest) => Promise<FetchRangeResult>;
  /** Returns the MD5s of what was written. */
  readonly hashWritten: (writerId: string) => Promise<HashedContent>;
  /** Writes a text file, and replaces a file of that name. In pieces, whose number is all that recordings keep. */
  readonly writeText: (folderId: string, path: string, pieces: readonly string[]) => Promise<WriteResult>;
  readonly saveFile: (writerId: string) => Promise<WriteResult>;
  /** Removes what was written, even while the file is being opened. Does nothing after `saveFile`. */
  readonly discardFile: (writerId: string) => Promise<void>;
  /** Scans a folder and its subfolders, and returns what changed since the previous scan. */
  readonly scan: (request: ScanRequest) => Promise<ScanResult>;
  /** Opens files and checks if files with the name of a TIFF are complete. The results have the order of the paths. */
  readonly openFiles: (folderId: string, paths: readonly string[]) => Promise<readonly OpenedFile[]>;
  /** Calls back when something in the folder changes, if the browser reports it. It may report too much or too little. */
  readonly watch: (folderId: string, listener: () => void) => Unsubscribe;
}
