import { useLocation } from 'react-router';
import { pageTitle, parsePath, type RoutePlace } from '@data-manager/domain/navigation/routePath';

/** Returns the parts of the current path. Only matched routes render screens, so the path is always valid. */
export function usePlace(): RoutePlace {
  const { pathname } = useLocation();
  const place = parsePath(pathname);
  if (place === undefined) throw new Error(`Not a path of the app: ${pathname}`);
  return place;
}

/** Sets the window title from the URL, before any data is loaded. */
export function PlaceTitle() {
  return <title>{pageTitle(usePlace())}</title>;
}
