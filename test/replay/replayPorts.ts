import * as v from 'valibot';
import type { Ports, RecordStore, Unsubscribe } from '../../src/platform/ports';
import { namedRecords } from '../../src/transfers/recorder/questions';
import type { Playback } from './playback';

/** What the page tells in a replay. */
export interface ReplayPage {
  readonly ports: Ports;
  /** Calls a listener back; false if there is none of that number. */
  readonly call: (listener: number, message: unknown) => boolean;
  /** Tells how much of a PUT has gone out; false if there was no such PUT. */
  readonly progress: (put: number, bytes: number) => boolean;
}

const never = <Value>(): Promise<Value> => new Promise<Value>(() => undefined);
const nothing = (): undefined => undefined;

const FileLike = v.optional(v.instance(File));

/** Ports that tell what was recorded. They give no answer by themselves: those come at their turn (`rerunSagas`). */
export function createReplayPorts(playback: Playback): ReplayPage {
  const listeners = new Map<number, (message: unknown) => void>();
  const puts: ((bytes: number) => void)[] = [];
  let given = 0;

  const listen = (listener: (message: unknown) => void): Unsubscribe => {
    const id = (given += 1);
    listeners.set(id, listener);
    return () => void listeners.delete(id);
  };
  const read = <Value>(what: string, schema: v.GenericSchema<unknown, Value>): Value =>
    v.parse(schema, playback.read(what));
  const store = (): RecordStore => ({ readAll: () => never(), put: () => never(), remove: () => never() });

  const ports: Ports = {
    clock: { now: () => read('clock.now', v.number()) },
    random: {
      uuid: () => read('random.uuid', v.string()),
      fraction: () => read('random.fraction', v.number()),
    },
    fetch: () => never(),
    localStorage: {
      get: (key) => (key === 'download-list' ? read('localStorage.get', v.nullable(v.string())) : null),
      set: () => true,
      remove: nothing,
      keys: () => [],
    },
    sessionStorage: { get: () => null, set: () => true, remove: nothing, keys: () => [] },
    cookies: { get: nothing, set: nothing, remove: nothing },
    location: { path: () => '/', assign: nothing },
    page: {
      onReturn: listen,
      onHide: listen,
      onOnline: listen,
      onOffline: listen,
      onStored: (_key, listener) => listen(listener),
      isOnline: () => read('page.isOnline', v.boolean()),
      isVisible: () => read('page.isVisible', v.boolean()),
      guardUnload: nothing,
      setTitle: nothing,
      keepAwake: nothing,
    },
    notifications: { allow: () => never(), show: nothing },
    locks: { exclusive: () => never(), isTaken: () => never(), acquire: () => never() },
    tabs: { post: nothing, onMessage: listen },
    preferences: { get: () => undefined, set: nothing },
    dropped: { hold: nothing, take: () => undefined },
    files: {
      get: () => read('files.get', FileLike),
      add: () => read('files.add', v.string()),
      keep: nothing,
      handleOf: nothing,
      release: nothing,
    },
    reopenFiles: () => never(),
    records: namedRecords(store),
    putPart: ({ onProgress }) => {
      puts.push(onProgress);
      return never();
    },
    hashPart: () => never(),
    decodePicture: () => never(),
    convertToShownImage: () => never(),
    openPainter: () => never(),
    probeFile: () => never(),
    saveToDisk: nothing,
    saveText: nothing,
    copyText: () => never(),
    toast: nothing,
    about: () => ({ version: '', browser: '', viewport: '' }),
    log: nothing,
  };
  return {
    ports,
    call: (id, message) => {
      const listener = listeners.get(id);
      listener?.(message);
      return listener !== undefined;
    },
    progress: (put, bytes) => {
      const tell = puts[put - 1];
      tell?.(bytes);
      return tell !== undefined;
    },
  };
}
