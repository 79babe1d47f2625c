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
import { persistStorage } from './records/persistStorage';
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
    // The only place where the app writes to the console in production.
    // eslint-disable-next-line no-console
    console.info(`[data-manager] ${message}`);
  };
  const loadToastStack = lazyPort(() => import('./toasts/toastStack'));
  const toasts = createToasts(async () => (await loadToastStack()).mountToastStack(document));
  const preferences = createPreferences(document);
  const records = createRecordStores(log, () => void persistStorage(window.navigator, preferences));
  return {
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    random: { uuid, fraction: () => Math.random() },
    fetch: (input, init) => failUnlessLeaving(window.fetch(input, init)),
    localStorage: createTextStorage(() => window.localStorage),
    sessionStorage: createTextStorage(() => window.sessionStorage),
    preferences,
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
    heldDrafts: new Map(),
    reopenFiles,
    folders: createLazyFolders(records('folder-handles'), uuid),
    records,
    putPart,
    hashPart,
    hashSamples,
    decodePicture: async (...image) => (await tryPicturePorts())?.decodePicture(...image),
    convertToShownImage: async (...image) => (await tryPicturePorts())?.convertToShownImage(...image),
    openFileImage: async (...image) =>
      (await tryPicturePorts())?.openFileImage(...image) ?? err({ kind: 'unavailable' }),
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

/** Resolves with undefined if the code can't be loaded. */
function tryPicturePorts() {
  return loadPicturePorts().catch(() => undefined);
}

/** Insecure contexts have no locks, which TypeScript's types do not express. */
function findLockManager(navigator: Partial<Pick<Navigator, 'locks'>>): LockManager | undefined {
  return navigator.locks;
}
