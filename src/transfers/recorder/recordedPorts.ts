import { DOWNLOAD_LIST_KEY } from '../../domain/constants';
import type { Ports, Unsubscribe } from '../../platform/ports';
import { namedRecords } from './questions';
import type { TransferLog } from './transferLog';

/** Ports that write down what they tell at once and whom they call back. What sagas wait for is seen by `recordEffects`. */
export function createRecordedPorts(ports: Ports, log: TransferLog): Ports {
  const { clock, random, localStorage, page, tabs, files, putPart, saveToDisk } = ports;

  const listen = (
    what: string,
    listener: (message: unknown) => void,
    subscribe: (tell: (message?: unknown) => void) => Unsubscribe,
  ): Unsubscribe => {
    const id = log.listener();
    let isListening = true;
    const unsubscribe = subscribe((message) => {
      // What was on its way when the listener left is for nobody.
      if (!isListening) return;
      log.heard(id, what, message);
      listener(message);
    });
    return () => {
      isListening = false;
      unsubscribe();
    };
  };

  return {
    ...ports,
    clock: { now: () => log.read('clock.now', clock.now()) },
    random: {
      uuid: () => log.read('random.uuid', random.uuid()),
      fraction: () => log.read('random.fraction', random.fraction()),
    },
    localStorage: {
      ...localStorage,
      get: (key) => {
        const text = localStorage.get(key);
        return key === DOWNLOAD_LIST_KEY ? log.readJson('localStorage.get', text) : text;
      },
    },
    page: {
      ...page,
      onReturn: (listener) => listen('page.onReturn', listener, page.onReturn),
      onHide: (listener) => listen('page.onHide', listener, page.onHide),
      onOnline: (listener) => listen('page.onOnline', listener, page.onOnline),
      onOffline: (listener) => listen('page.onOffline', listener, page.onOffline),
      onStored: (key, listener) => listen('page.onStored', listener, (tell) => page.onStored(key, tell)),
      isOnline: () => log.read('page.isOnline', page.isOnline()),
      isVisible: () => log.read('page.isVisible', page.isVisible()),
    },
    tabs: {
      ...tabs,
      onMessage: (listener) => listen('tabs.onMessage', listener, tabs.onMessage),
    },
    files: {
      ...files,
      get: (id) => log.read('files.get', files.get(id)),
      add: (file) => log.read('files.add', files.add(file)),
    },
    records: namedRecords(ports.records),
    putPart: (request) => {
      const put = log.put();
      const onProgress = (bytes: number): void => {
        log.progress(put, bytes);
        request.onProgress(bytes);
      };
      return putPart({ ...request, onProgress });
    },
    saveToDisk: (url, fileName, onNoFile) => {
      log.noted('saveToDisk', { url, fileName });
      saveToDisk(url, fileName, () => {
        log.noted('saveToDisk found no file', { fileName });
        onNoFile();
      });
    },
  };
}

/** Ports whose toasts are noted: they tell what a person saw when. */
export function createNotedPorts(ports: Ports, log: Pick<TransferLog, 'noted'>): Ports {
  return {
    ...ports,
    toast: (text, severity) => {
      log.noted('toast', { text, severity });
      ports.toast(text, severity);
    },
  };
}
