import { useLocation } from 'react-router';
import { parsePath, type RoutePlace } from '../domain/navigation/routePath';

/** What the address stands for. The routes match only addresses that stand for something. */
export function usePlace(): RoutePlace {
  const { pathname } = useLocation();
  const place = parsePath(pathname);
  if (place === undefined) throw new Error(`No page of the app: ${pathname}`);
  return place;
}
