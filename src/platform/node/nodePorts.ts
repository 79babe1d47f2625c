import { randomUUID } from 'node:crypto';
import { hostname, platform, release } from 'node:os';
import { join } from 'node:path';
import { SESSION_KEYS, type SessionKey } from '@data-manager/domain/session/session';
import { err } from '@data-manager/lib/result';
import { observedPreferences } from '../browserStorage';
import type { Ports, ReopenResult, TextStorage } from '../ports';
import { createDroppedFiles, createFileRegistry, probeFile, rememberHandle } from '../reading/fileRegistry';
import type { ToastPorts } from '../toasts/toastPorts';
import { reviveHandle } from './diskFolder';
import { createDiskFolders } from './diskFolders';
import { createFileLocks } from './fileLocks';
import { createFileRecords } from './fileRecords';
import { createHashing } from './hashing';
import { putPart } from './putPart';

interface NodePortsOptions {
  /** The folder of what dm keeps. */
  readonly home: string;
  /** Of the program. */
  readonly version: string;
  /** The file of the program, for its workers. */
  readonly script?: URL | undefined;
  readonly toast: ToastPorts['toast'];
  readonly log: Ports['log'];
}

/** The ports of a process, and what the process controls. */
export interface NodePorts {
  readonly ports: Ports;
  /** Sets the values that a browser would get from the login page. */
  readonly setSession: (values: Readonly<Partial<Record<SessionKey, string>>>) => void;
  /** Says that the process is about to end: what is to be stored must not wait. */
  readonly announceEnd: () => void;
  /** Frees the locks, before the process ends. */
  readonly release: () => void;
}

/**
 * Creates the ports of a process of Node. It has no page, no pictures and no other tabs. Functions that do
 * nothing are distinct all the same, because recordings tell them apart.
 */
export function createNodePorts({ home, version, script, toast, log }: NodePortsOptions): NodePorts {
  // The records of a computer, since several of them may share the home folder.
  const folder = join(home, hostname());
  const { locks, lockedNow, releaseAll } = createFileLocks(join(folder, 'locks'));
  const records = createFileRecords(join(folder, 'records'), (job) => lockedNow('records', job), log);
  const uuid = (): string => randomUUID();
  const cookies = new Map<SessionKey, string>();
  const preferences = new Map<string, string>();
  const endListeners = new Set<() => void>();
  const fetch: Ports['fetch'] = (input, init) => globalThis.fetch(input, init);
  const ports: Ports = {
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    random: { uuid, fraction: () => Math.random() },
    fetch,
    localStorage: createMemoryStorage(),
    sessionStorage: createMemoryStorage(),
    preferences: observedPreferences({
      get: (name) => preferences.get(name),
      set: (name, value) => void preferences.set(name, value),
    }),
    cookies: {
      get: (name) => cookies.get(name),
      set: (name, value) => void cookies.set(name, value),
      remove: (name) => void cookies.delete(name),
    },
    location: { path: () => '/', assign: () => undefined },
    page: {
      onReturn: () => () => undefined,
      onHide: () => () => undefined,
      onMayClose: (listener) => {
        endListeners.add(listener);
        return () => void endListeners.delete(listener);
      },
      onOnline: () => () => undefined,
      onOffline: () => () => undefined,
      isOnline: () => true,
      onStored: () => () => undefined,
      guardUnload: () => undefined,
      isVisible: () => true,
      setTitle: () => undefined,
      keepAwake: () => undefined,
      openTab: () => undefined,
    },
    notifications: { allow: () => Promise.resolve(false), show: () => undefined },
    locks,
    tabs: { post: () => undefined, onMessage: () => () => undefined },
    files: createFileRegistry(uuid),
    dropped: createDroppedFiles(),
    heldDrafts: new Map(),
    reopenFiles,
    folders: createDiskFolders({ records: records('folder-handles'), uuid, fetch }),
    records,
    putPart,
    ...createHashing(script),
    probeFile,
    decodePicture: () => Promise.resolve(undefined),
    convertToShownImage: () => Promise.resolve(undefined),
    openFileImage: () => Promise.resolve(err({ kind: 'unavailable' })),
    openPainter: () => Promise.reject(new Error('There is no canvas.')),
    saveToDisk: () => undefined,
    saveText: () => undefined,
    copyText: () => Promise.resolve(false),
    toast,
    preloadToasts: () => undefined,
    closeToasts: () => undefined,
    about: () => ({
      version,
      browser: `Node ${process.versions.node}, ${platform()} ${release()}`,
      viewport: 'none',
    }),
    log,
  };
  return {
    ports,
    setSession: (values) => {
      // An access token stands for the whole session.
      for (const key of SESSION_KEYS) cookies.set(key, values[key] ?? '-');
    },
    announceEnd: () => {
      for (const listener of endListeners) listener();
    },
    release: releaseAll,
  };
}

/** Opens files by the folders from which they were chosen. It needs no permission. */
const reopenFiles: Ports['reopenFiles'] = async (requests) => {
  const results = new Map<string, ReopenResult>();
  for (const { id, handle: stored, path } of requests) {
    const handle = reviveHandle(stored);
    if (handle === undefined) continue;
    try {
      const file = await findFile(handle, path.split('/').slice(1));
      rememberHandle(file, handle);
      results.set(id, { kind: 'opened', file });
    } catch {
      results.set(id, { kind: 'missing' });
    }
  }
  return results;
};

async function findFile(handle: FileSystemHandle, segments: readonly string[]): Promise<File> {
  const [segment, ...rest] = segments;
  if (handle.kind === 'file' || segment === undefined) return (handle as FileSystemFileHandle).getFile();
  const folder = handle as FileSystemDirectoryHandle;
  if (rest.length === 0) return (await folder.getFileHandle(segment)).getFile();
  return findFile(await folder.getDirectoryHandle(segment), rest);
}

function createMemoryStorage(): TextStorage {
  const entries = new Map<string, string>();
  return {
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => {
      entries.set(key, value);
      return true;
    },
    remove: (key) => void entries.delete(key),
    keys: () => [...entries.keys()],
  };
}
