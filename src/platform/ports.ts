import type { CompositeLayer } from '../domain/pictures/composite';
import type { Picture, PictureSize } from '../domain/pictures/picture';
import type { SessionKey } from '../domain/session/session';
import type { FoundBatch } from './readFiles';

/** What came of one PUT of a part. Network trouble and aborts are outcomes, not exceptions. */
export type PutPartResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** As received; null if the page may not read it. */
      readonly etag: string | null;
    }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'stalled' }
  | { readonly kind: 'aborted' };

/** One part to be sent. */
export interface PutPartRequest {
  /** A presigned URL: a secret, never logged, never stored. */
  readonly url: string;
  readonly body: Blob;
  readonly signal: AbortSignal;
  /** Without progress for so long the part is given up, milliseconds. */
  readonly stallMs: number;
  readonly onProgress: (sentBytes: number) => void;
}

/** What came of hashing a part. */
export type HashPartResult =
  | { readonly kind: 'hashed'; /** Lower-case hex. */ readonly md5: string; readonly bytes: number }
  | { readonly kind: 'unreadable' }
  /** It made no progress for 30 s (`UPLOAD_STALL_MS`): the disk gives nothing, or the worker is stuck. */
  | { readonly kind: 'stalled' }
  /** The code that hashes could not be loaded: says nothing about the file. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'aborted' };

/** Whether the disk still gives what was chosen: it can be read, it is no longer there, or it is another file now. */
export type FileProbe = 'readable' | 'missing' | 'changed';

/** What a person prefers in this browser, whoever is signed in. It outlives logout. */
export interface Preferences {
  readonly get: (name: 'color-scheme' | 'shortcuts') => string | undefined;
  /** @param value a word: it is kept as it is */
  readonly set: (name: 'color-scheme' | 'shortcuts', value: string) => void;
}

/** Holds what was dropped from one screen to the next. */
export interface DroppedFiles {
  readonly hold: (batches: AsyncIterable<FoundBatch>) => void;
  /** Gives it once; undefined where nothing was dropped. */
  readonly take: () => AsyncIterable<FoundBatch> | undefined;
}

/** The only home of `File`s; the store knows their ids. */
export interface FileRegistry {
  /** Keeps a file and gives the id under which it is found again. */
  readonly add: (file: File) => string;
  /** Keeps a file under an id that it has already. */
  readonly keep: (id: string, file: File) => void;
  readonly get: (id: string) => File | undefined;
  /** What the file, or the folder that it was dropped in, can be opened with in another page, where the browser gives it. */
  readonly handleOf: (id: string) => FileSystemHandle | undefined;
  readonly release: (id: string) => void;
}

/** A file that an earlier page was given a handle for. */
interface ReopenWish {
  readonly id: string;
  /** As stored; what is no handle is left out of the results. */
  readonly handle: unknown;
  /** Its path from the dropped folder on, that folder's name included; empty for a file that was dropped itself. */
  readonly path: string;
}

/** What came of opening a file again. */
export type ReopenResult =
  | { readonly kind: 'opened'; readonly file: File }
  /** The person, or the browser for them, said no. */
  | { readonly kind: 'forbidden' }
  /** It is no longer where it was. */
  | { readonly kind: 'missing' };

/** What a toast tells of; it decides the colour and the time. */
export type ToastSeverity = 'error' | 'success' | 'info' | 'warning';

/** A key-value store of text: the browser's local or session storage. */
export interface TextStorage {
  readonly get: (key: string) => string | null;
  /** False where the storage is full or forbidden. */
  readonly set: (key: string, value: string) => boolean;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
}

/** What the app keeps in the browser's database, beside `download-list`. */
export const RECORD_STORES = ['upload-journal', 'upload-journal-parts', 'receipts'] as const;

/** The name of such a collection. */
export type RecordStoreName = (typeof RECORD_STORES)[number];

/**
 * A named collection of records that outlives the page. A record is anything that structured cloning takes (file handles
 * too); what comes back is input like any other, and parsed by whoever asked.
 */
export interface RecordStore {
  /** Every record by key, in the order of the keys; undefined where the browser refuses. */
  readonly readAll: () => Promise<ReadonlyMap<string, unknown> | undefined>;
  /** Writes all of them or none; false where the browser refuses (a full disk, say). */
  readonly put: (records: Iterable<readonly [key: string, record: unknown]>) => Promise<boolean>;
  /** Forgets them; a key that is not there is no error. False where the browser refuses. */
  readonly remove: (keys: Iterable<string>) => Promise<boolean>;
}

/** The cookies of the session. */
export interface CookieJar {
  readonly get: (name: SessionKey) => string | undefined;
  /** `domain` as the server names it; values are URI-encoded here. */
  readonly set: (name: SessionKey, value: string, domain: string | undefined) => void;
  /** Removes on every domain that the page can reach. */
  readonly remove: (name: SessionKey) => void;
}

/** Ends a subscription. */
export type Unsubscribe = () => void;

/** What leaving the page would cut short, or lose. */
export type UnloadReason = 'upload' | 'draft';

/** Paints composites of section images on one canvas. */
export interface PicturePainter {
  /** Adds the layers up, and gives the canvas that size. Synchronous. */
  readonly paint: (layers: readonly CompositeLayer[], size: PictureSize) => void;
  readonly close: () => void;
}

/** What an error report says about the page. */
interface AboutPage {
  /** Of the app: its release and its build. */
  readonly version: string;
  /** As the browser calls itself. */
  readonly browser: string;
  /** Width × height, CSS pixels. */
  readonly viewport: string;
}

/**
 * Every side effect of the app. Given once, at store creation, to thunks (`extra`), sagas (context `ports`) and
 * components (`PortsContext`). Tests and replays give others.
 */
export interface Ports {
  readonly clock: {
    /** Milliseconds since 1970. */
    readonly now: () => number;
  };
  readonly random: {
    readonly uuid: () => string;
    /** From 0 up to but not including 1. */
    readonly fraction: () => number;
  };
  readonly fetch: typeof fetch;
  readonly localStorage: TextStorage;
  readonly sessionStorage: TextStorage;
  readonly cookies: CookieJar;
  readonly preferences: Preferences;
  readonly location: {
    /** Path with query, as in the address bar. */
    readonly path: () => string;
    /** Leaves the page. */
    readonly assign: (url: string) => void;
  };
  readonly page: {
    /** Calls back when the window regains focus or becomes visible. */
    readonly onReturn: (listener: () => void) => Unsubscribe;
    /** Calls back when the page is hidden: another tab, or the window put away. */
    readonly onHide: (listener: () => void) => Unsubscribe;
    /** Calls back when the network comes back. */
    readonly onOnline: (listener: () => void) => Unsubscribe;
    /** Calls back when the network is lost. */
    readonly onOffline: (listener: () => void) => Unsubscribe;
    readonly isOnline: () => boolean;
    /** Calls back when another tab of the profile has changed what local storage holds under the key. */
    readonly onStored: (key: string, listener: () => void) => Unsubscribe;
    /** Asks before the page is left, while it is guarded for whatever reason. */
    readonly guardUnload: (reason: UnloadReason, guarded: boolean) => void;
    /** False while nobody sees the page: another tab is in front, or the window is minimised. */
    readonly isVisible: () => boolean;
    /** What the browser's tab is called; undefined gives it the screen's own title back. */
    readonly setTitle: (title: string | undefined) => void;
    /** Keeps the screen from sleeping, while `awake` and where the browser allows it. */
    readonly keepAwake: (awake: boolean) => void;
  };
  readonly notifications: {
    /** Whether they may be shown. Asks the person if nobody has: to be called in answer to their click alone. */
    readonly allow: () => Promise<boolean>;
    /** Shows one in the system's way; a click on it leads to the page. Silent where it may not. */
    readonly show: (title: string, text: string) => void;
  };
  readonly locks: {
    /** Runs the job while no other tab of the profile holds the name. */
    readonly exclusive: <Result>(name: string, job: () => Promise<Result>) => Promise<Result>;
    /** True while a job of that name runs, in whichever tab. */
    readonly isTaken: (name: string) => Promise<boolean>;
    /**
     * Waits until no other tab holds the name, and holds it until the given function is called or the page dies.
     * Undefined if the signal ended the wait, or where the browser allows no locks.
     */
    readonly acquire: (name: string, signal: AbortSignal) => Promise<(() => void) | undefined>;
  };
  /** The other tabs of the profile that run the app. */
  readonly tabs: {
    /** Tells them something; it reaches none that opens later. */
    readonly post: (message: object) => void;
    /** Calls back with what another tab tells: foreign input. */
    readonly onMessage: (listener: (message: unknown) => void) => Unsubscribe;
  };
  readonly files: FileRegistry;
  /** What was dropped on a screen that leads to the upload screen, on its way there. */
  readonly dropped: DroppedFiles;
  /** Opens files by their handles. It may have to ask the person, which a browser permits only just after a click. */
  readonly reopenFiles: (wanted: readonly ReopenWish[]) => Promise<ReadonlyMap<string, ReopenResult>>;
  readonly records: (name: RecordStoreName) => RecordStore;
  readonly putPart: (request: PutPartRequest) => Promise<PutPartResult>;
  readonly hashPart: (body: Blob, signal: AbortSignal) => Promise<HashPartResult>;
  /** Decodes an image beside the page's own thread; undefined where it is none that can be shown. */
  readonly decodePicture: (blob: Blob, signal: AbortSignal) => Promise<Picture | undefined>;
  /** Makes an image that browsers show of one that they may not (a TIFF); undefined where it is none. */
  readonly convertToShownImage: (blob: Blob, signal: AbortSignal) => Promise<Blob | undefined>;
  /** Rejects where the code that paints could not be loaded. */
  readonly openPainter: (canvas: HTMLCanvasElement) => Promise<PicturePainter>;
  /** Reads the blob: one byte of a file is enough. */
  readonly probeFile: (blob: Blob) => Promise<FileProbe>;
  /** Starts the browser's own download of an http(s) link, without a referrer. The page stays where it is. */
  readonly saveToDisk: (
    url: string,
    fileName: string,
    /** Called if the link led to a page instead of a file. */
    onNoFile: () => void,
  ) => void;
  /** Has the browser save a text as a file of its own (UTF-8). `mediaType` as in `text/csv`. */
  readonly saveText: (text: string, fileName: string, mediaType: string) => void;
  /** Puts a text on the clipboard; false where the browser refuses. */
  readonly copyText: (text: string) => Promise<boolean>;
  readonly toast: (text: string, severity: ToastSeverity) => void;
  readonly about: () => AboutPage;
  /** Technical notes for a developer; never a secret. */
  readonly log: (message: string) => void;
}
