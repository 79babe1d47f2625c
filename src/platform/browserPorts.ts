import { err } from '../lib/result';
import { createCookieJar, createPreferences, createTextStorage } from './browserStorage';
import { createDroppedFiles, createFileRegistry, probeFile } from './fileRegistry';
import { createLazyFolders } from './folders/lazyFolders';
import { createNotifications } from './notifications';
import { createAbout, createPage } from './page';
import type { Ports } from './ports';
import { createRecordStores } from './recordStore';
import { createCopyText, createSaveText, createSaveToDisk } from './saving';
import { createLocks, createTabs } from './tabs';
import { createToasts } from './toasts';
import { randomUuid } from './uuid';

/** Creates the ports of a browser page. */
export function createBrowserPorts(): Ports {
  const uuid = (): string => randomUuid(window.crypto);
  const log = (message: string): void => {
    // The only place where the app writes to the console.
    // eslint-disable-next-line no-console
    console.info(`[data-manager] ${message}`);
  };
  const toasts = createToasts(async () => {
    const { mountToastStack } = await import('./toastStack');
    return mountToastStack(document);
  });
  const loadPartPorts = createPartPortsLoader(log, toasts.toast);
  const records = createRecordStores(log);
  return {
    clock: { now: () => Date.now() },
    random: { uuid, fraction: () => Math.random() },
    fetch: (input, init) => window.fetch(input, init),
    localStorage: createTextStorage(() => window.localStorage),
    sessionStorage: createTextStorage(() => window.sessionStorage),
    preferences: createPreferences(document),
    cookies: createCookieJar(document, {
      host: window.location.hostname,
      isSecure: window.location.protocol === 'https:',
    }),
    location: {
      path: () => window.location.pathname + window.location.search,
      assign: (url) => {
        window.location.assign(url);
      },
    },
    page: createPage(window),
    notifications: createNotifications(window),
    locks: createLocks(findLockManager(window.navigator)),
    tabs: createTabs(),
    files: createFileRegistry(uuid),
    dropped: createDroppedFiles(),
    reopenFiles: async (wanted) => {
      // Without its code, files are chosen again.
      const loaded = await import('./reopenFiles').catch(() => undefined);
      return loaded?.reopenFiles(wanted) ?? new Map<string, never>();
    },
    folders: createLazyFolders(records('folder-handles'), uuid),
    records,
    putPart: async (request) => {
      const ports = await loadPartPorts();
      if (ports !== undefined) return ports.putPart(request);
      return { kind: request.signal.aborted ? 'aborted' : 'unreachable' };
    },
    hashPart: async (body, signal) => {
      const ports = await loadPartPorts();
      if (ports !== undefined) return ports.hashPart(body, signal);
      return { kind: signal.aborted ? 'aborted' : 'unavailable' };
    },
    decodePicture: async (blob, signal, page) => {
      const ports = await loadPicturePorts().catch(() => undefined);
      return ports?.decodePicture(blob, signal, page);
    },
    convertToShownImage: async (blob, signal, page) => {
      const ports = await loadPicturePorts().catch(() => undefined);
      return ports?.convertToShownImage(blob, signal, page);
    },
    openFileImage: async (request, signal) => {
      const ports = await loadPicturePorts().catch(() => undefined);
      return ports === undefined ? err({ kind: 'unavailable' }) : ports.openFileImage(request, signal);
    },
    openPainter: async (canvas) => (await loadPicturePorts()).openPainter(canvas),
    probeFile,
    saveToDisk: createSaveToDisk(document),
    saveText: createSaveText(document),
    copyText: createCopyText(window.navigator),
    ...toasts,
    about: createAbout(window),
    log,
  };
}

/**
 * Loads the code that sends parts, since most visits upload nothing. Every attempt to send a part retries a failed load;
 * the user is notified of the first failure, so that they do not suspect the storage.
 */
function createPartPortsLoader(log: Ports['log'], toast: Ports['toast']) {
  let isNotified = false;
  return async () => {
    try {
      return await import('./partPorts');
    } catch {
      log('The code that sends parts could not be loaded.');
      if (!isNotified) toast('The code for uploads could not be loaded. It is retried automatically.', 'error');
      isNotified = true;
      return undefined;
    }
  };
}

function loadPicturePorts() {
  return import('./pictures/picturePorts');
}

/** Insecure contexts have no locks, which TypeScript's types do not express. */
function findLockManager(navigator: Partial<Pick<Navigator, 'locks'>>): LockManager | undefined {
  return navigator.locks;
}
