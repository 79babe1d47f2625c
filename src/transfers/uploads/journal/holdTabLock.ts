import type { Ports } from '../../../platform/ports';

/** The name of the lock that a page holds while it lives: another page takes over only what nobody holds. */
export function tabLock(tab: string): string {
  return `uploads:${tab}`;
}

/** Takes a page's lock and gives the function that lets go of it. A browser that ends the page does so by itself. */
export function holdTabLock(locks: Ports['locks'], tab: string): Promise<() => void> {
  return new Promise((hold) => {
    const untilReleased = (): Promise<void> => new Promise((release) => hold(release));
    locks.exclusive(tabLock(tab), untilReleased).catch(() => hold(() => undefined));
  });
}
