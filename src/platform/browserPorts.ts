import { failureWords } from '../domain/failures/failureWords';
import { createAboutPage } from './aboutPage';
import { createCookieJar } from './cookieJar';
import { createCopyText } from './copyText';
import { createDroppedFiles } from './droppedFiles';
import { createFileRegistry } from './fileRegistry';
import { loadLate } from './loadLate';
import { createLocks } from './locks';
import { createNotifications } from './notifications';
import { createPageEvents } from './pageEvents';
import type { Ports } from './ports';
import { createPreferences } from './preferences';
import { probeFile } from './probeFile';
import { createRecordStores } from './recordStore';
import { reopenFiles } from './reopenFiles';
import { createSaveText } from './saveText';
import { createSaveToDisk } from './saveToDisk';
import { createTabs } from './tabs';
import { createTextStorage } from './textStorage';
import { createToasts } from './toasts';
import { randomUuid } from './uuid';

/** The ports of a real page. */
export function createBrowserPorts(): Ports {
  const uuid = (): string => randomUuid(window.crypto);
  const log = (message: string): void => {
    // The one place where the app writes to the console.
    // eslint-disable-next-line no-console
    console.info(`[data-manager] ${message}`);
  };
  const toast = createToasts(async () => {
    const { mountToastStack } = await import('./toastStack');
    return mountToastStack(document);
  });
  const tellOfParts = createTellOnce(log, toast);
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
    page: createPageEvents(window),
    notifications: createNotifications(window),
    locks: createLocks(findLockManager(window.navigator)),
    tabs: createTabs(),
    files: createFileRegistry(uuid),
    dropped: createDroppedFiles(),
    reopenFiles,
    records: createRecordStores(log),
    putPart: loadLate(
      async () => (await loadPartPorts()).putPart,
      ({ signal }) => ({ kind: signal.aborted ? 'aborted' : 'unreachable' }),
      tellOfParts,
    ),
    hashPart: loadLate(
      async () => (await loadPartPorts()).hashPart,
      (_body, signal) => ({ kind: signal.aborted ? 'aborted' : 'unavailable' }),
      tellOfParts,
    ),
    decodePicture: loadLate(
      async () => (await loadPicturePorts()).decodePicture,
      () => undefined,
    ),
    convertToShownImage: loadLate(
      async () => (await loadPicturePorts()).convertToShownImage,
      () => undefined,
    ),
    openPainter: async (canvas) => (await loadPicturePorts()).openPainter(canvas),
    probeFile,
    saveToDisk: createSaveToDisk(document),
    saveText: createSaveText(document),
    copyText: createCopyText(window.navigator),
    toast,
    about: createAboutPage(window),
    log,
  };
}

/** Each try of a part loads its code again: a person is told of the first that fails, or they would suspect the storage. */
function createTellOnce(log: Ports['log'], toast: Ports['toast']): () => void {
  let isTold = false;
  return () => {
    log('The code that sends parts could not be loaded.');
    if (!isTold) toast(failureWords.senderNotLoaded, 'error');
    isTold = true;
  };
}

/** Most visits upload nothing. */
function loadPartPorts() {
  return import('./partPorts');
}

/** Only datasets have pictures. */
function loadPicturePorts() {
  return import('./pictures/picturePorts');
}

/** Locks exist in secure contexts only, which the types do not say. */
function findLockManager(navigator: Partial<Pick<Navigator, 'locks'>>): LockManager | undefined {
  return navigator.locks;
}
