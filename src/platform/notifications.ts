import type { Ports } from './ports';

/** One takes the place of the one before it. */
const TAG = 'data-manager';

/** The system's notifications. Some browsers have none, or none for a page without a service worker. */
export function createNotifications(window: Window & Partial<Pick<typeof globalThis, 'Notification'>>) {
  const { Notification } = window;
  return {
    allow: async () => {
      if (Notification === undefined) return false;
      if (Notification.permission !== 'default') return Notification.permission === 'granted';
      return (await Notification.requestPermission().catch(() => 'denied')) === 'granted';
    },
    show: (title, text) => {
      if (Notification?.permission !== 'granted') return;
      try {
        const shown = new Notification(title, { body: text, tag: TAG });
        shown.onclick = () => {
          window.focus();
          shown.close();
        };
      } catch {
        // Where only a service worker may notify, the constructor throws: then nobody is notified.
      }
    },
  } satisfies Ports['notifications'];
}
