import { PRODUCT_NAME } from '../constants';
import { shownName } from '../names/shownName';

/*
 * Encodes and decodes the URLs of the app: `/{sponsorId}[/{project}[/{dataset}]][/upload]`.
 */

/** The last segment of an upload route. Reserved: no project or dataset may have this name. */
export const UPLOAD_SEGMENT = 'upload';

/** The path pattern of each screen. */
export const ROUTE_PATTERNS = {
  projects: '/:sponsorId',
  project: '/:sponsorId/:project',
  projectUpload: `/:sponsorId/:project/${UPLOAD_SEGMENT}`,
  dataset: '/:sponsorId/:project/:dataset',
  datasetUpload: `/:sponsorId/:project/:dataset/${UPLOAD_SEGMENT}`,
} as const;

/** A segment of the path as a link. */
export interface Breadcrumb {
  readonly label: string;
  /** Encoded path up to this segment. */
  readonly path: string;
  readonly isLast: boolean;
}

/** Returns the encoded path of a project list, project, dataset or upload screen. */
export function buildPath(place: {
  readonly sponsorId: string;
  readonly project?: string | undefined;
  readonly dataset?: string | undefined;
  readonly upload?: boolean | undefined;
}): string {
  const segments = [place.sponsorId, place.project, place.dataset].filter((segment) => segment !== undefined);
  const path = segments.map(encodeSegment);
  if (place.upload === true) path.push(UPLOAD_SEGMENT);
  return `/${path.join('/')}`;
}

/** Returns one breadcrumb per segment. The last one is the current page. */
export function breadcrumbs(pathname: string): readonly Breadcrumb[] {
  const segments = splitPath(pathname);
  return segments.map((label, index) => ({
    label,
    path: `/${segments
      .slice(0, index + 1)
      .map(encodeSegment)
      .join('/')}`,
    isLast: index === segments.length - 1,
  }));
}

/** Returns the sponsor's root if the path belongs to another sponsor. */
export function redirectFor(pathname: string, sponsorId: string): string | undefined {
  return belongsToSponsor(pathname, sponsorId) ? undefined : buildPath({ sponsorId });
}

/** Returns true if a path, with or without a query, belongs to a sponsor. */
export function belongsToSponsor(path: string, sponsorId: string): boolean {
  // A path that starts with two slashes would refer to another host.
  return path.startsWith('/') && !path.startsWith('//') && splitPath(path)[0] === sponsorId;
}

/** Returns the window title of a screen. The most specific name comes first because a narrow tab shows only the start. */
export function pageTitle({
  project,
  dataset,
  upload,
}: {
  readonly project?: string | undefined;
  readonly dataset?: string | undefined;
  readonly upload: boolean;
}): string {
  const [nearest = 'Projects', ...others] = [dataset, project].filter((name) => name !== undefined).map(shownName);
  return [upload ? `Upload into ${nearest}` : nearest, ...others, PRODUCT_NAME].join(' – ');
}

/** `?compare`: the comparison is open, or was left for the upload screen. */
export const COMPARE_PARAM = 'compare';

/** `?activity=uploads`: the activity is open, and shows this tab. */
export const ACTIVITY_PARAM = 'activity';
/** The tab of the activity that lists receipts. */
export const PROOF_TAB = 'proof';
/** The text that is searched for in the activity, or the path whose receipts are listed. */
export const ACTIVITY_SEARCH_PARAM = 'find';

/** `?edit=metadata`: the metadata form of the dataset is open. */
const EDIT_PARAM = 'edit';
const EDIT_METADATA = 'metadata';

/** Returns true if the query opens the metadata form. */
export function hasFormOpen(search: string): boolean {
  return new URLSearchParams(search).get(EDIT_PARAM) === EDIT_METADATA;
}

/** Adds the parameter that opens the metadata form. */
export function withFormOpen(search: string): string {
  const params = new URLSearchParams(search);
  params.set(EDIT_PARAM, EDIT_METADATA);
  return params.toString();
}

/** Removes the parameter that opens the metadata form. */
export function withFormClosed(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(EDIT_PARAM);
  return params.toString();
}

function splitPath(path: string): string[] {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  return pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment);
}

/** Replaces lone surrogates, which `encodeURIComponent` rejects. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** Returns malformed segments unchanged. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
