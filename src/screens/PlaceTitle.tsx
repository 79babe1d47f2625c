import { pageTitle } from '../domain/navigation/routePath';
import { usePlace } from './usePlace';

/** Names the place of the address in the browser's tab, from the moment that it is on its way. */
export function PlaceTitle() {
  return <title>{pageTitle(usePlace())}</title>;
}
