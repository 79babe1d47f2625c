import { PRODUCT_NAME } from '../constants';
import { shownName } from '../names/shownName';
import type { RoutePlace } from './routePath';

/** What the browser's tab and its history call a screen: the nearest name first, since a narrow tab shows no more. */
export function pageTitle({ project, dataset, upload }: Omit<RoutePlace, 'sponsorId'>): string {
  const [nearest = 'Projects', ...others] = [dataset, project].filter((name) => name !== undefined).map(shownName);
  return [upload ? `Upload into ${nearest}` : nearest, ...others, PRODUCT_NAME].join(' – ');
}
