import { err } from '@data-manager/lib/result';
import { createTextStorage, observedPreferences } from '../../../platform/browserStorage';
import type { Ports, RecordStore } from '../../../platform/ports';
import type { Unsubscribe } from '../../../platform/unsubscribe';

const nothing = (): undefined => undefined;
const never = (): Unsubscribe => nothing;

const NO_RECORDS: RecordStore = {
  readAll: () => Promise.resolve(new Map()),
  read: () => Promise.resolve(undefined),
  put: () => Promise.resolve(true),
  remove: () => Promise.resolve(true),
};

/** Empty and read-only. */
const NO_STORAGE = createTextStorage(() => {
  throw new Error('A recording stores nothing.');
});

/** The body of every response: a recording has only the responses that sagas received. */
const NOT_RECORDED = JSON.stringify({ msg: 'A recording has no lists of projects, datasets and files.' });

/**
 * Creates ports that do nothing: no request, no storage, no navigation away from the page, no file.
 *
 * @param now the recorded time of the step that is shown, in milliseconds since 1970
 */
export function createInertPorts(now: () => number): Ports {
  const preferences = new Map<string, string>();
  return {
    clock: { now, elapsed: now },
    random: { uuid: () => 'replay', fraction: () => 0 },
    fetch: () => Promise.resolve(new Response(NOT_RECORDED, { status: 404 })),
    localStorage: NO_STORAGE,
    sessionStorage: NO_STORAGE,
    cookies: { get: nothing, set: nothing, remove: nothing },
    preferences: observedPreferences({
      get: (name) => preferences.get(name),
      set: (name, value) => void preferences.set(name, value),
    }),
    location: { path: () => '/', assign: nothing },
    page: {
      onReturn: never,
      onHide: never,
      onMayClose: never,
      onOnline: never,
      onOffline: never,
      isOnline: () => true,
      onStored: never,
      guardUnload: nothing,
      isVisible: () => true,
      setTitle: nothing,
      keepAwake: nothing,
      openTab: nothing,
    },
    notifications: { allow: () => Promise.resolve(false), show: nothing },
    locks: {
      exclusive: (_name, job) => job(),
      isTaken: () => Promise.resolve(false),
      acquire: () => Promise.resolve(nothing),
    },
    tabs: { post: nothing, onMessage: never },
    files: { add: () => 'replay', keep: nothing, get: nothing, handleOf: nothing, release: nothing },
    dropped: { hold: nothing, take: nothing },
    heldDrafts: new Map(),
    reopenFiles: () => Promise.resolve(new Map()),
    folders: new Proxy({} as Ports['folders'], { get: () => () => Promise.resolve(undefined) }),
    records: () => NO_RECORDS,
    putPart: () => new Promise(nothing),
    hashPart: () => new Promise(nothing),
    hashSamples: () => new Promise(nothing),
    decodePicture: () => Promise.resolve(undefined),
    convertToShownImage: () => Promise.resolve(undefined),
    openFileImage: () => Promise.resolve(err({ kind: 'unavailable' })),
    openPainter: () => Promise.reject(new Error('A recording has no pictures.')),
    probeFile: () => new Promise(nothing),
    saveToDisk: nothing,
    saveText: nothing,
    copyText: () => Promise.resolve(false),
    toast: nothing,
    preloadToasts: nothing,
    closeToasts: nothing,
    about: () => ({ version: 'replay', browser: '', viewport: '' }),
    log: nothing,
  };
}
