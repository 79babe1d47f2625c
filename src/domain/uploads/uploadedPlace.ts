import { writeListQuery } from '../listing/listQuery';
import { buildPath, type RoutePlace } from '../navigation/routePath';

/** Where uploaded files lie, as far as it is the same for all of them. */
export type UploadedPlace = Pick<RoutePlace, 'sponsorId' | 'project' | 'dataset'>;

/** The place of a key: `{sponsor}/{project}[/{dataset}[/folders]]/{file}`. */
export function placeOfKey(key: string): UploadedPlace {
  const [sponsorId = '', project, dataset] = key.split('/').slice(0, -1);
  return { sponsorId, ...(project !== undefined && { project }), ...(dataset !== undefined && { dataset }) };
}

/** What two places have in common: a dataset, a project, or no more than the sponsor. */
export function sharedPlace(one: UploadedPlace, other: UploadedPlace): UploadedPlace {
  const { sponsorId, project, dataset } = one;
  if (project === undefined || project !== other.project) return { sponsorId };
  return dataset === undefined || dataset !== other.dataset ? { sponsorId, project } : one;
}

/** The address under which the app shows the folder in which a key lies. */
export function addressOfKey(key: string): string {
  const folder = key.split('/').slice(3, -1).join('/');
  const query = writeListQuery({ folder }).toString();
  return buildPath(placeOfKey(key)) + (query === '' ? '' : `?${query}`);
}
