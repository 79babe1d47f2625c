/**
 * The name of the lock that a page holds while it lives: another page takes over only what nobody holds. A browser that
 * ends the page lets go of it by itself.
 */
export function tabLock(tab: string): string {
  return `uploads:${tab}`;
}
