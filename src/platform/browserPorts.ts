import { err } from '@data-manager/lib/result';
import { createCookieJar, createPreferences, createTextStorage } from './browserStorage';
import { createLazyFolders } from './folders/lazyFolders';
import { lazyPort } from './lazyPort';
import { failUnlessLeaving } from './leaving';
import { createNotifications } from './notifications';
import { createAbout, createPage } from './page';
import { hashPart, hashSamples, putPart } from './partPorts';
import type { Ports } from './ports';
import { createDroppedFiles, createFileRegistry, probeFile } from './reading/fileRegistry';
import { reopenFiles } from './reading/reopenFiles';
import { createRecordStores } from './records/recordStore';
import { createCopyText, createSaveText, createSaveToDisk } from './saving';
import { createLocks, createTabs } from './tabs';
import { createToasts } from './toasts/toasts';
import { randomUuid } from './uuid';
import { wait } from './wait';

/** Creates the ports of a browser page. */
export function createBrowserPorts(): Ports {
  const uuid = (): string => randomUuid(window.crypto);
  const log = (message: string): void => {
    // The only place where the app writes to the console.
    // eslint-disable-next-line no-console
    console.info(`[data-manager] ${message}`);
  };
  const loadToastStack = lazyPort(() => import('./toasts/toastStack'));
  const toasts = createToasts(async () => (await loadToastStack()).mountToastStack(document));
  const records = createRecordStores(log);
  return {
    clock: { now: () => Date.now() },
    random: { uuid, fraction: () => Math.random() },
    fetch: (input, init) => failUnlessLeaving(window.fetch(input, init)),
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
    reopenFiles,
    folders: createLazyFolders(records('folder-handles'), uuid),
    records,
    putPart,
    hashPart,
    hashSamples,
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
    // In a later task, so that the page which is being shown comes first.
    preloadToasts: () => void wait(0).then(loadToastStack),
    about: createAbout(window),
    log,
  };
}

function loadPicturePorts() {
  return failUnlessLeaving(import('./pictures/picturePorts'));
}

/** Insecure contexts have no locks, which TypeScript's types do not express. */
function findLockManager(navigator: Partial<Pick<Navigator, 'locks'>>): LockManager | undefined {
  return navigator.locks;
}
