import { belongsToSponsor } from '@data-manager/domain/navigation/routePath';
import type { Ports } from '../platform/ports';

/** Session-storage key. The path survives the redirect to the login page and back, but not the tab. */
const PATH_KEY = 'path-before-login';

/** Stores the current path before the app redirects to the login page. */
export function rememberPath(ports: Pick<Ports, 'sessionStorage' | 'location'>): void {
  ports.sessionStorage.set(PATH_KEY, ports.location.path());
}

/** Returns the stored path if it belongs to the signed-in sponsor. */
export function restorePath(ports: Pick<Ports, 'sessionStorage'>, sponsorId: string): string | undefined {
  const path = ports.sessionStorage.get(PATH_KEY);
  return path !== null && belongsToSponsor(path, sponsorId) ? path : undefined;
}

/** Deletes the stored path. */
export function forgetPath(ports: Pick<Ports, 'sessionStorage'>): void {
  ports.sessionStorage.remove(PATH_KEY);
}
