import { createKeepAwake } from './keepAwake';
import type { Ports, UnloadReason, Unsubscribe } from './ports';

/** Focus, visibility, network, title and unloading of the page. */
export function createPageEvents(window: Window): Ports['page'] {
  const { document } = window;
  const unloadReasons = new Set<UnloadReason>();
  const askBeforeUnload = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
  };
  return {
    onReturn: (listener) => {
      const onVisibility = (): void => {
        if (document.visibilityState === 'visible') listener();
      };
      window.addEventListener('focus', listener);
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        window.removeEventListener('focus', listener);
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
    onHide: (listener) => {
      const onVisibility = (): void => {
        if (document.visibilityState === 'hidden') listener();
      };
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
    onOnline: (listener) => subscribe(window, 'online', listener),
    onOffline: (listener) => subscribe(window, 'offline', listener),
    isOnline: () => window.navigator.onLine,
    onStored: (key, listener) => {
      const onStorage = (event: StorageEvent): void => {
        if (event.key === key || event.key === null) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => {
        window.removeEventListener('storage', onStorage);
      };
    },
    guardUnload: (reason, guarded) => {
      if (guarded) unloadReasons.add(reason);
      else unloadReasons.delete(reason);
      if (unloadReasons.size > 0) window.addEventListener('beforeunload', askBeforeUnload);
      else window.removeEventListener('beforeunload', askBeforeUnload);
    },
    isVisible: () => document.visibilityState === 'visible',
    setTitle: createTitle(document),
    keepAwake: createKeepAwake(window.navigator, document),
  };
}

/** The first title of a document counts: one of its own stands before the screen's, so that the screen's is never lost. */
function createTitle(document: Document): Ports['page']['setTitle'] {
  const own = document.createElement('title');
  return (title) => {
    own.textContent = title ?? '';
    if (title === undefined) own.remove();
    else document.head.prepend(own);
  };
}

function subscribe(window: Window, event: 'online' | 'offline', listener: () => void): Unsubscribe {
  window.addEventListener(event, listener);
  return () => {
    window.removeEventListener(event, listener);
  };
}
