import { sentenceText } from '@data-manager/domain/names/shownName';
import { SESSION_KEYS, type SessionKey, type SessionValues } from '@data-manager/domain/session/session';
import { err } from '@data-manager/lib/result';
import { observedPreferences } from '../../src/platform/browserStorage';
import {
  RECORD_STORES,
  type Ports,
  type RecordStore,
  type RecordStoreName,
  type TextStorage,
  type UnloadReason,
} from '../../src/platform/ports';
import { createDroppedFiles, createFileRegistry } from '../../src/platform/reading/fileRegistry';
import { createPageLocks } from '../../src/platform/tabs';
import type { ToastAction, ToastSeverity } from '../../src/platform/toasts/toastPorts';
import { createFakeDisk } from './fakeDisk';

/** Ports without a browser: all data is in memory, and calls are recorded. */
export type FakePorts = ReturnType<typeof createFakePorts>;

interface MemoryStorage extends TextStorage {
  readonly entries: Map<string, string>;
}

/** Initial time of every fake clock: 2030-01-02T03:04:05Z. */
export const FAKE_NOW_MS = Date.UTC(2030, 0, 2, 3, 4, 5);

/** A clock that Jest's fake timers advance. */
export const TIMER_CLOCK: Ports['clock'] = { now: () => Date.now(), elapsed: () => performance.now() };

/** Creates fake ports with overrides. Without a `fetch`, every call is unreachable. */
export function createFakePorts(overrides: Partial<Ports> = {}, profile = createFakeProfile()) {
  const tab: FakeTab = { stored: new Map(), messages: new Set() };
  profile.tabs.add(tab);
  const otherTabs = (): readonly FakeTab[] => [...profile.tabs].filter((other) => other !== tab);
  let now = FAKE_NOW_MS;
  let moved = 0;
  let path = '/';
  const preferences = new Map<string, string>();
  let online = true;
  let notifyNoFile = (): void => undefined;
  let visible = true;
  const returnListeners = new Set<() => void>();
  const hideListeners = new Set<() => void>();
  const unloadReasons = new Set<UnloadReason>();
  const onlineListeners = new Set<() => void>();
  const offlineListeners = new Set<() => void>();
  /** Texts of toasts with the marks around names, which are not shown. */
  const toastTexts = new WeakMap<object, string>();
  const recorded = {
    toasts: [] as { readonly text: string; readonly severity: ToastSeverity; readonly action?: ToastAction }[],
    saves: [] as { readonly url: string; readonly fileName: string }[],
    texts: [] as { readonly text: string; readonly fileName: string; readonly mediaType: string }[],
    copies: [] as string[],
    openedTabs: [] as string[],
    assigns: [] as string[],
    logs: [] as string[],
    /** Current cookies. */
    cookies: profile.cookies,
    /** Domain of the last write to each cookie. */
    cookieDomains: new Map<SessionKey, string | undefined>(),
    /** True if leaving the page requires a confirmation. */
    unloadGuarded: false,
    /** Title of the tab. Undefined until it is set. */
    title: undefined as string | undefined,
    isAwake: false,
    notifications: [] as { readonly title: string; readonly text: string }[],
  };
  const uuid = (): string => `uuid-${(profile.uuids += 1)}`;
  const ports: Omit<Ports, 'localStorage' | 'sessionStorage'> = {
    clock: { now: () => now + moved, elapsed: () => now - FAKE_NOW_MS },
    random: { uuid, fraction: () => 0.5 },
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    preferences: observedPreferences({
      get: (name) => preferences.get(name),
      set: (name, value) => void preferences.set(name, value),
    }),
    cookies: {
      get: (name) => recorded.cookies.get(name),
      set: (name, value, domain) => {
        recorded.cookies.set(name, value);
        recorded.cookieDomains.set(name, domain);
      },
      remove: (name) => {
        recorded.cookies.delete(name);
      },
    },
    location: { path: () => path, assign: (url) => void recorded.assigns.push(url) },
    page: {
      onReturn: (listener) => subscribe(returnListeners, listener),
      onHide: (listener) => subscribe(hideListeners, listener),
      onMayClose: (listener) => subscribe(hideListeners, listener),
      onOnline: (listener) => subscribe(onlineListeners, listener),
      onOffline: (listener) => subscribe(offlineListeners, listener),
      isOnline: () => online,
      onStored: (key, listener) => {
        tab.stored.set(listener, key);
        return () => void tab.stored.delete(listener);
      },
      guardUnload: (reason, guarded) => {
        if (guarded) unloadReasons.add(reason);
        else unloadReasons.delete(reason);
        recorded.unloadGuarded = unloadReasons.size > 0;
      },
      isVisible: () => visible,
      setTitle: (title) => {
        recorded.title = title;
      },
      keepAwake: (awake) => {
        recorded.isAwake = awake;
      },
      openTab: (url) => void recorded.openedTabs.push(url),
    },
    notifications: {
      allow: () => Promise.resolve(true),
      show: (title, text) => void recorded.notifications.push({ title, text }),
    },
    locks: profile.locks,
    tabs: {
      post: (message) => {
        const text = JSON.stringify(message);
        for (const { messages } of otherTabs()) notifyLater(messages, (listener) => listener(JSON.parse(text)));
      },
      onMessage: (listener) => {
        tab.messages.add(listener);
        return () => void tab.messages.delete(listener);
      },
    },
    files: createFileRegistry(uuid),
    dropped: createDroppedFiles(),
    heldDrafts: new Map(),
    reopenFiles: () => Promise.resolve(new Map()),
    folders: createFakeDisk().folders,
    putPart: () => Promise.resolve({ kind: 'unreachable' }),
    hashPart: () => Promise.resolve({ kind: 'unreadable' }),
    hashSamples: () => Promise.resolve({ kind: 'unreadable' }),
    probeFile: () => Promise.resolve('readable'),
    decodePicture: () => Promise.resolve(undefined),
    convertToShownImage: () => Promise.resolve(undefined),
    openFileImage: () => Promise.resolve(err({ kind: 'unavailable' })),
    openPainter: () => Promise.resolve({ paint: () => undefined, close: () => undefined }),
    saveToDisk: (url, fileName, onNoFile) => {
      recorded.saves.push({ url, fileName });
      notifyNoFile = onNoFile;
    },
    saveText: (text, fileName, mediaType) =>
      void recorded.texts.push({ text: typeof text === 'string' ? text : text.join(''), fileName, mediaType }),
    copyText: (text) => {
      recorded.copies.push(text);
      return Promise.resolve(true);
    },
    toast: (text, severity, action) => {
      const toast = { text: sentenceText(text), severity, ...(action && { action }) };
      toastTexts.set(toast, text);
      recorded.toasts.push(toast);
    },
    preloadToasts: () => undefined,
    closeToasts: (isObsolete) => {
      recorded.toasts = recorded.toasts.filter((toast) => {
        const text = toastTexts.get(toast) ?? toast.text;
        return isObsolete !== undefined && !isObsolete({ text, ...(toast.action && { path: toast.action.path }) });
      });
    },
    about: () => ({ version: '0.0.0+test', browser: 'Test Browser', viewport: '1280 × 800' }),
    log: (message) => void recorded.logs.push(message),
    ...overrides,
    records: withStableStores(overrides.records ?? createMemoryRecords()),
  };
  return {
    ...ports,
    localStorage: createMemoryStorage(profile.stored, (key) => {
      for (const { stored } of otherTabs()) {
        const watching = [...stored].filter(([, watched]) => watched === key);
        notifyLater(watching, ([listener]) => listener());
      }
    }),
    sessionStorage: createMemoryStorage(),
    recorded,
    control: {
      /** Lets time pass until then. Does not affect timers (use Jest's). */
      setNow: (milliseconds: number) => {
        now = milliseconds;
      },
      /** Moves the wall clock, as a user or a time server does, while no time passes. */
      moveClock: (byMs: number) => {
        moved += byMs;
      },
      setPath: (next: string) => {
        path = next;
      },
      /** Returns the focus to the window. */
      returnToPage: () => {
        for (const listener of returnListeners) listener();
      },
      /** Reports that the last saved URL led to an error page. */
      loadErrorPage: () => notifyNoFile(),
      /** Hides the page behind another tab. */
      hidePage: () => {
        for (const listener of hideListeners) listener();
      },
      /** Changes `isOnline` and notifies the listeners. */
      setOnline: (next: boolean) => {
        online = next;
        for (const listener of next ? onlineListeners : offlineListeners) listener();
      },
      /** Sets whether this tab is in the foreground. */
      setVisible: (next: boolean) => {
        visible = next;
      },
    },
  };
}

/** Stores a complete session in the cookies, as the login page does. */
export function signIn(ports: FakePorts, values: Partial<SessionValues> = {}): SessionValues {
  const session = aSession(values);
  for (const key of SESSION_KEYS) ports.recorded.cookies.set(key, session[key]);
  return session;
}

/** Creates the ports of a page whose user is signed in. */
export function signedInPorts(...given: Parameters<typeof createFakePorts>): FakePorts {
  const ports = createFakePorts(...given);
  signIn(ports);
  return ports;
}

/** The eight session values of a member of the sponsor `acme`. */
export function aSession(values: Partial<SessionValues> = {}): SessionValues {
  return {
    A_K: 'ak-1',
    S_K: 'sk-1',
    session_token: 'session-1',
    id_token: anIdToken({}),
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    sponsor_id: 'acme',
    user_id: 'user-1',
    ...values,
  };
}

/** Returns an unsigned JWT with the given payload. */
export function anIdToken(payload: Readonly<Record<string, unknown>>): string {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none' })}.${encode(payload)}.`;
}

/** State that the tabs of a browser profile share. */
export interface FakeProfile {
  readonly stored: Map<string, string>;
  readonly cookies: Map<SessionKey, string>;
  readonly locks: Ports['locks'];
  readonly tabs: Set<FakeTab>;
  /** Number of generated UUIDs. */
  uuids: number;
}

interface FakeTab {
  /** The watched storage key of each listener. */
  readonly stored: Map<() => void, string>;
  readonly messages: Set<(message: unknown) => void>;
}

/** Creates a profile for several fake ports, each of which is a tab. */
export function createFakeProfile(): FakeProfile {
  return { stored: new Map(), cookies: new Map(), locks: createPageLocks(), tabs: new Set(), uuids: 0 };
}

/** Calls the listeners of other tabs asynchronously, as browsers do. */
function notifyLater<Listener>(listeners: Iterable<Listener>, notify: (listener: Listener) => void): void {
  for (const listener of listeners) queueMicrotask(() => notify(listener));
}

function createMemoryStorage(
  entries = new Map<string, string>(),
  onChange: (key: string) => void = () => undefined,
): MemoryStorage {
  return {
    entries,
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => {
      entries.set(key, value);
      onChange(key);
      return true;
    },
    remove: (key) => {
      entries.delete(key);
      onChange(key);
    },
    keys: () => [...entries.keys()],
  };
}

/** Creates record stores that behave like IndexedDB: they copy records and sort them by key. */
export function createMemoryRecords(): (name: RecordStoreName) => RecordStore {
  const stores = new Map<RecordStoreName, Map<string, unknown>>();
  return (name) => {
    const store = stores.get(name) ?? new Map<string, unknown>();
    stores.set(name, store);
    return {
      readAll: (before) => {
        const wanted = [...store].filter(([key]) => before === undefined || key < before);
        return Promise.resolve(new Map(wanted.sort(([left], [right]) => (left < right ? -1 : 1))));
      },
      read: (key) => Promise.resolve(store.get(key)),
      put: (records, removedKeys = []) => {
        for (const [key, record] of records) store.set(key, structuredClone(record));
        for (const key of removedKeys) store.delete(key);
        return Promise.resolve(true);
      },
      remove: (keys) => {
        for (const key of keys) store.delete(key);
        return Promise.resolve(true);
      },
    };
  };
}

/** Delays the results of record stores. Calls take effect in their order, as in IndexedDB. */
export function delayRecords(records: Ports['records'], milliseconds: number): Ports['records'] {
  const later = async <Value>(result: Promise<Value>): Promise<Value> => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return result;
  };
  return (name) => {
    const store = records(name);
    return {
      readAll: (before) => later(store.readAll(before)),
      read: (key) => later(store.read(key)),
      put: (...args) => later(store.put(...args)),
      remove: (keys) => later(store.remove(keys)),
    };
  };
}

/** Returns the same functions for a store each time, as in a browser, since the recorder compares them. */
function withStableStores(open: Ports['records']): Ports['records'] {
  const stores = new Map(
    RECORD_STORES.map((name): [RecordStoreName, RecordStore] => [
      name,
      {
        readAll: (before) => open(name).readAll(before),
        read: (key) => open(name).read(key),
        put: (records, removedKeys) => open(name).put(records, removedKeys),
        remove: (keys) => open(name).remove(keys),
      },
    ]),
  );
  return (name) => stores.get(name) ?? open(name);
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
