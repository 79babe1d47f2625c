import type { Ports, UnloadReason } from './ports';
import type { Unsubscribe } from './unsubscribe';

/** How long the page may live on after the browser asked whether to leave it: until the next page answers. */
const LEAVING_MS = 5000;

/** Creates the `page` port: focus, visibility, network, title and unloading. */
export function createPage(window: Window): Ports['page'] {
  const { document } = window;
  const unloadReasons = new Set<UnloadReason>();
  const askBeforeUnload = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
  };
  let leavingUntil = 0;
  window.addEventListener('beforeunload', () => {
    leavingUntil = window.performance.now() + LEAVING_MS;
  });
  return {
    onReturn: (listener) => {
      const stops = [onVisibility(document, 'visible', listener), listen(window, 'focus', listener)];
      return () => stops.forEach((stop) => stop());
    },
    onHide: (listener) => onVisibility(document, 'hidden', listener),
    onMayClose: (listener) => {
      const stops = [onVisibility(document, 'hidden', listener), listen(window, 'beforeunload', listener)];
      if (window.performance.now() < leavingUntil) listener();
      return () => stops.forEach((stop) => stop());
    },
    onOnline: (listener) => listen(window, 'online', listener),
    onOffline: (listener) => listen(window, 'offline', listener),
    isOnline: () => window.navigator.onLine,
    onStored: (key, listener) =>
      listen(window, 'storage', (event) => {
        // The key is null if the other tab cleared the whole storage.
        if (event.key === key || event.key === null) listener();
      }),
    guardUnload: (reason, guarded) => {
      if (guarded) unloadReasons.add(reason);
      else unloadReasons.delete(reason);
      if (unloadReasons.size > 0) window.addEventListener('beforeunload', askBeforeUnload);
      else window.removeEventListener('beforeunload', askBeforeUnload);
    },
    isVisible: () => document.visibilityState === 'visible',
    setTitle: createSetTitle(document),
    keepAwake: createKeepAwake(window.navigator, document),
    openTab: (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
  };
}

function onVisibility(document: Document, state: DocumentVisibilityState, listener: () => void): Unsubscribe {
  const onChange = (): void => {
    if (document.visibilityState === state) listener();
  };
  document.addEventListener('visibilitychange', onChange);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
  };
}

function listen<Kind extends keyof WindowEventMap>(
  window: Window,
  kind: Kind,
  listener: (event: WindowEventMap[Kind]) => void,
): Unsubscribe {
  window.addEventListener(kind, listener);
  return () => window.removeEventListener(kind, listener);
}

/**
 * Adds a `<title>` before the screen's own: browsers show the first one, and the screen's title stays intact. React puts the
 * title of each new screen before all others, so it is moved to the front again.
 */
function createSetTitle(document: Document): Ports['page']['setTitle'] {
  const element = document.createElement('title');
  const moveToFront = (): void => {
    if (document.head.querySelector('title') !== element) document.head.prepend(element);
  };
  const observer = new MutationObserver(moveToFront);
  return (title) => {
    if (title === undefined) {
      observer.disconnect();
      element.remove();
      return;
    }
    element.textContent = title;
    moveToFront();
    observer.observe(document.head, { childList: true });
  };
}

/**
 * Holds a screen wake lock while one is requested. Browsers release it whenever the page is hidden, so it is requested
 * again when the page becomes visible. If the browser refuses (low battery, for example), the screen may sleep.
 */
export function createKeepAwake(
  navigator: Partial<Pick<Navigator, 'wakeLock'>>,
  document: Document,
): Ports['page']['keepAwake'] {
  let wanted = false;
  let isRequesting = false;
  let lock: WakeLockSentinel | undefined;

  // A function, so that TypeScript expects the value to change during an await.
  const isWanted = (): boolean => wanted;
  const release = (): void => {
    void lock?.release().catch(() => undefined);
    lock = undefined;
  };
  const acquire = async (): Promise<void> => {
    const isHeld = lock !== undefined && !lock.released;
    if (!isWanted() || isRequesting || isHeld || document.visibilityState !== 'visible') return;
    isRequesting = true;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    isRequesting = false;
    if (!isWanted()) release();
  };
  document.addEventListener('visibilitychange', () => void acquire());
  return (awake) => {
    wanted = awake;
    if (awake) void acquire();
    else release();
  };
}

/** Creates the `about` port. `index.html` contains the version of the build. */
export function createAbout(window: Window): Ports['about'] {
  const { document, navigator } = window;
  return () => ({
    version: document.querySelector('meta[name="version"]')?.getAttribute('content') ?? 'unknown',
    browser: navigator.userAgent,
    viewport: `${window.innerWidth} × ${window.innerHeight}`,
  });
}
