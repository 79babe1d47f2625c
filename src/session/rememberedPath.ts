import { belongsToSponsor } from '../domain/navigation/routePath';
import type { Ports } from '../platform/ports';

/** Session-storage key: it outlives the way to the login page and back, but not the tab. */
const PATH_KEY = 'path-before-login';

/** Keeps the path that the person is on, before the page is left for the login. */
export function rememberPath(ports: Pick<Ports, 'sessionStorage' | 'location'>): void {
  ports.sessionStorage.set(PATH_KEY, ports.location.path());
}

/** The remembered path, if it belongs to the sponsor who is signed in now. */
export function restorePath(ports: Pick<Ports, 'sessionStorage'>, sponsorId: string): string | undefined {
  const path = ports.sessionStorage.get(PATH_KEY);
  return path !== null && belongsToSponsor(path, sponsorId) ? path : undefined;
}

/** Lets go of the remembered path once the person is back on a page of their own. */
export function forgetPath(ports: Pick<Ports, 'sessionStorage'>): void {
  ports.sessionStorage.remove(PATH_KEY);
}
