import type { Ports } from './ports';

/** Notifications with the same tag replace each other. */
const TAG = 'data-manager';

/** Creates the `notifications` port. Some browsers have none, or none for a page without a service worker. */
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
        const notification = new Notification(title, { body: text, tag: TAG });
        notification.onclick = () => {
          window.focus();
          notification.close();
        };
      } catch {
        // The constructor throws in browsers that allow notifications from service workers only.
      }
    },
  } satisfies Ports['notifications'];
}
