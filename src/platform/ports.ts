import type { Picture } from '@data-manager/domain/pictures/picture';
import type { FileImageFault } from '@data-manager/domain/pictures/pixels/fileImage';
import type { SessionKey } from '@data-manager/domain/session/session';
import type { ContentSamples } from '@data-manager/domain/uploads/contentSamples';
import type { Result } from '@data-manager/lib/result';
import type { Folders } from './folders/folderPorts';
import type { FileImage, FileImageRequest, PicturePainter } from './pictures/openedPictures';
import type { FoundBatch } from './reading/readFiles';
import type { ToastPorts } from './toasts/toastPorts';
import type { Unsubscribe } from './unsubscribe';

/** The result of sending a part. Network errors and aborts are results, not exceptions. */
export type PutPartResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Null if the header is missing or not exposed to the page. */
      readonly etag: string | null;
    }
  | { readonly kind: 'unreachable' }
  /** Answered with a web page, which comes from a proxy and not from the storage. */
  | { readonly kind: 'intercepted' }
  | { readonly kind: 'stalled' }
  | { readonly kind: 'aborted' };

/** A part to send. */
export interface PutPartRequest {
  /** A presigned URL. Secret: never log or store it. */
  readonly url: string;
  readonly body: Blob;
  readonly signal: AbortSignal;
  /** The part fails as stalled after this time without progress, milliseconds. */
  readonly stallMs: number;
  readonly onProgress: (sentBytes: number) => void;
}

/** What is hashed: parts on their way, or files that are compared, which may be terabytes. */
type HashLane = 'transfers' | 'comparisons';

/** The result of hashing a part. */
export type HashPartResult =
  | {
      readonly kind: 'hashed';
      /** Lower-case hexadecimal. */
      readonly md5: string;
      /** Lower-case hexadecimal, if it was requested. */
      readonly sha256?: string;
      readonly bytes: number;
      /** The MD5 of each requested sample. */
      readonly samples?: readonly string[];
    }
  | { readonly kind: 'unreadable' }
  /** No progress for 30 s (`UPLOAD_STALL_MS`): the disk does not respond, or the worker is stuck. */
  | { readonly kind: 'stalled' }
  /** The hashing code could not be loaded. The file may be fine. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'aborted' };

/** The state of a chosen file on disk: readable, deleted or changed. */
export type FileProbe = 'readable' | 'missing' | 'changed';

/** The name of a preference. */
export type PreferenceName = 'color-scheme' | 'shortcuts' | 'density' | 'dataset-split' | 'storage';

/** An unexpected error. */
export interface Crash {
  /** What it has stopped, such as `issueCommands stopped, restarted 1 of 3`. */
  readonly consequence: string;
  readonly error: unknown;
}

/** Preferences of this browser, independent of the signed-in user. They survive logout. */
export interface Preferences {
  readonly get: (name: PreferenceName) => string | undefined;
  /** @param value a single word, which is stored unencoded */
  readonly set: (name: PreferenceName, value: string) => void;
  /** Calls a listener after each change on this page, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Holds dropped files from one screen to the next. */
export interface DroppedFiles {
  readonly hold: (batches: AsyncIterable<FoundBatch>) => void;
  /** Returns the latest drop once; undefined if there is none. */
  readonly take: () => AsyncIterable<FoundBatch> | undefined;
}

/** Holds the `File` objects of this page. The store holds only their ids. */
export interface FileRegistry {
  /** Adds a file and returns its new id. */
  readonly add: (file: File) => string;
  /** Adds a file under an existing id. */
  readonly keep: (id: string, file: File) => void;
  readonly get: (id: string) => File | undefined;
  /** Returns the handle that opens the file, or the dropped folder that contains it, on another page. */
  readonly handleOf: (id: string) => FileSystemHandle | undefined;
  readonly release: (id: string) => void;
}

/** A file to reopen with a handle of an earlier page. */
interface ReopenRequest {
  readonly id: string;
  /** As stored. Values that are not handles are missing from the results. */
  readonly handle: unknown;
  /** Path including the name of the dropped folder; empty for a file that was dropped directly. */
  readonly path: string;
}

/** The result of reopening a file. */
export type ReopenResult =
  | { readonly kind: 'opened'; readonly file: File }
  /** The user or the browser denied permission. */
  | { readonly kind: 'forbidden' }
  /** Moved or deleted. */
  | { readonly kind: 'missing' };

/** The browser's local or session storage. */
export interface TextStorage {
  readonly get: (key: string) => string | null;
  /** Returns false if the storage is full or forbidden. */
  readonly set: (key: string, value: string) => boolean;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
}

/** The app's object stores in IndexedDB. */
export const RECORD_STORES = [
  'upload-journal',
  'upload-journal-parts',
  'receipts',
  'channel-colours',
  'archives',
  'folder-handles',
  'folder-fetches',
  'folder-fetch-progress',
  'follows',
  'follow-files',
  'comparisons',
  'comparison-digests',
] as const;

/** The name of an object store. */
export type RecordStoreName = (typeof RECORD_STORES)[number];

/**
 * A collection of records in IndexedDB. A record is any value that can be structured-cloned, file handles included.
 * Callers validate what they read.
 */
export interface RecordStore {
  /** Reads all records by key, in key order, or only those whose keys come before a key; undefined on failure. */
  readonly readAll: (before?: string) => Promise<ReadonlyMap<string, unknown> | undefined>;
  /** Reads a record; undefined if it is missing, and on failure. */
  readonly read: (key: string) => Promise<unknown>;
  /**
   * Writes records and removes others: all of them or none. Returns false on failure, for example if the disk is full.
   * Changes that are requested while the page closes are carried out.
   */
  readonly put: (
    records: Iterable<readonly [key: string, record: unknown]>,
    removedKeys?: Iterable<string>,
  ) => Promise<boolean>;
  /** Removes records; missing keys are ignored. Returns false on failure. */
  readonly remove: (keys: Iterable<string>) => Promise<boolean>;
}

/** The session cookies. */
export interface CookieJar {
  readonly get: (name: SessionKey) => string | undefined;
  /** URI-encodes and sets a cookie. `domain` is the one that the server requests. */
  readonly set: (name: SessionKey, value: string, domain: string | undefined) => void;
  /** Removes the cookie on the page's host and all its parent domains. */
  readonly remove: (name: SessionKey) => void;
}

/** The work that the user would lose by leaving the page. */
export type UnloadReason = 'upload' | 'draft';

/** Facts about the page for error reports. */
interface AboutPage {
  /** Release, build and commit of the app: `0.2.0+HASH.COMMIT`, without a commit if git was missing. */
  readonly version: string;
  /** The user agent string. */
  readonly browser: string;
  /** Width × height, CSS pixels. */
  readonly viewport: string;
}

/**
 * All side effects of the app. Created once and passed to thunks (`extra`), sagas (`getPorts`) and components
 * (`usePorts`); tests and replays pass their own. Every function is a stable reference, so that sagas can `call` it.
 */
export interface Ports extends ToastPorts {
  readonly clock: {
    /** The current time, milliseconds since 1970. The user or the computer may set it back: measure no interval with it. */
    readonly now: () => number;
    /** Milliseconds since the page opened, on some systems without those of sleep. Measure intervals with it, don't store it. */
    readonly elapsed: () => number;
  };
  readonly random: {
    readonly uuid: () => string;
    /** A number from 0 up to but not including 1. */
    readonly fraction: () => number;
  };
  readonly fetch: typeof fetch;
  readonly localStorage: TextStorage;
  readonly sessionStorage: TextStorage;
  readonly cookies: CookieJar;
  readonly preferences: Preferences;
  readonly location: {
    /** Path and query of the current URL. */
    readonly path: () => string;
    /** Navigates the browser to another document. */
    readonly assign: (url: string) => void;
  };
  readonly page: {
    /** Calls back when the window gets focus or the page becomes visible. */
    readonly onReturn: (listener: () => void) => Unsubscribe;
    /** Calls back when the page is hidden: another tab is active, the window is minimized, or the page closes. */
    readonly onHide: (listener: () => void) => Unsubscribe;
    /**
     * Calls back when the page may be about to close, so that what is to be stored must not wait: the browser asks whether to
     * leave it (also at once, if it asked in the last seconds), or the page is hidden. Of the writes that began only when the
     * page was hidden by a reload, Chromium 156 kept about half; of those that began at `beforeunload`, 19 of 20.
     */
    readonly onMayClose: (listener: () => void) => Unsubscribe;
    /** Calls back when the browser goes online. */
    readonly onOnline: (listener: () => void) => Unsubscribe;
    /** Calls back when the browser goes offline. */
    readonly onOffline: (listener: () => void) => Unsubscribe;
    readonly isOnline: () => boolean;
    /** Calls back when another tab changes this key of local storage. */
    readonly onStored: (key: string, listener: () => void) => Unsubscribe;
    /** Sets or clears a reason to ask for confirmation before the page unloads. */
    readonly guardUnload: (reason: UnloadReason, guarded: boolean) => void;
    /** Returns false while the page is hidden: another tab is active, or the window is minimized. */
    readonly isVisible: () => boolean;
    /** Overrides the document title; undefined restores the screen's title. */
    readonly setTitle: (title: string | undefined) => void;
    /** Keeps the screen from sleeping while `awake` is true, if the browser allows it. */
    readonly keepAwake: (awake: boolean) => void;
    /** Opens an http(s) URL in a new tab, which gets neither an opener nor a referrer. */
    readonly openTab: (url: string) => void;
  };
  readonly notifications: {
    /** Returns true if notifications are allowed. May prompt the user: call it only in response to a click. */
    readonly allow: () => Promise<boolean>;
    /** Shows a system notification; a click on it focuses the page. Does nothing without permission. */
    readonly show: (title: string, text: string) => void;
  };
  readonly locks: {
    /** Runs a job while holding the lock of that name across tabs. */
    readonly exclusive: <Result>(name: string, job: () => Promise<Result>) => Promise<Result>;
    /** Resolves to true if any tab holds the lock. */
    readonly isTaken: (name: string) => Promise<boolean>;
    /**
     * Waits for the lock and resolves to the function that releases it. The browser also releases it when the page closes.
     * Resolves to undefined if the signal is aborted first, or if the browser denies the lock.
     */
    readonly acquire: (name: string, signal: AbortSignal) => Promise<(() => void) | undefined>;
  };
  /** The other open tabs of the app in this browser profile. */
  readonly tabs: {
    /** Sends a message to all other tabs open now. */
    readonly post: (message: object) => void;
    /** Calls back with each message of another tab. Validate it: another version may have sent it. */
    readonly onMessage: (listener: (message: unknown) => void) => Unsubscribe;
  };
  readonly files: FileRegistry;
  /** Carries files dropped on another screen to the upload screen. */
  readonly dropped: DroppedFiles;
  /** Unsaved input that text can't represent, such as chosen files. It lives as long as the page. */
  readonly heldDrafts: Map<string, object>;
  /** Opens files by their handles. May prompt for permission, which browsers allow only shortly after a click. */
  readonly reopenFiles: (wanted: readonly ReopenRequest[]) => Promise<ReadonlyMap<string, ReopenResult>>;
  readonly folders: Folders;
  readonly records: (name: RecordStoreName) => RecordStore;
  readonly putPart: (request: PutPartRequest) => Promise<PutPartResult>;
  /** Hashes a blob, and each sample of it. Waiting blobs of different lanes take turns. */
  readonly hashPart: (
    body: Blob,
    signal: AbortSignal,
    samples?: ContentSamples,
    lane?: HashLane,
    withSha256?: boolean,
  ) => Promise<HashPartResult>;
  /** Reads nothing but samples of a file, and hashes each of them. */
  readonly hashSamples: (file: Blob, samples: ContentSamples, signal: AbortSignal) => Promise<HashPartResult>;
  /** Decodes an image, or a page of it, in a worker; undefined if it cannot be displayed. Pages are numbered from 1. */
  readonly decodePicture: (blob: Blob, signal: AbortSignal, page?: number) => Promise<Picture | undefined>;
  /** Converts an image, or a page of it, to a format that browsers display, such as from TIFF; undefined on failure. */
  readonly convertToShownImage: (blob: Blob, signal: AbortSignal, page?: number) => Promise<Blob | undefined>;
  /** Opens a page of an image file in a worker, to read its own pixels. Never rejects. */
  readonly openFileImage: (
    request: FileImageRequest,
    signal: AbortSignal,
  ) => Promise<Result<FileImage, FileImageFault>>;
  /** Rejects if the code that paints cannot be loaded. */
  readonly openPainter: (canvas: HTMLCanvasElement) => Promise<PicturePainter>;
  /** Reads a blob to check its file. One byte of the file is enough. */
  readonly probeFile: (blob: Blob) => Promise<FileProbe>;
  /** Starts a browser download of an http(s) URL, without a referrer. The page stays open. */
  readonly saveToDisk: (
    url: string,
    fileName: string,
    /** Called if the response is a page instead of a file. */
    onNoFile: () => void,
  ) => void;
  /** Saves text as a UTF-8 file. A long text is passed in pieces. `mediaType` is, for example, `text/csv`. */
  readonly saveText: (text: string | readonly string[], fileName: string, mediaType: string) => void;
  /** Copies text to the clipboard; resolves to false if the browser denies it. */
  readonly copyText: (text: string) => Promise<boolean>;
  readonly about: () => AboutPage;
  /** Logs a message for developers. Never pass a secret. In development, `crash` is shown instead of the message. */
  readonly log: (message: string, crash?: Crash) => void;
}
