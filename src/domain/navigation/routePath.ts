/*
 * The one place where path segments are encoded and decoded:
 * `/{sponsorId}[/{project}[/{dataset}]][/upload]`.
 */

/** The route's own word: no project or dataset may be called so. */
export const UPLOAD_SEGMENT = 'upload';

/** What a path of the app stands for. */
export interface RoutePlace {
  readonly sponsorId: string;
  readonly project?: string;
  readonly dataset?: string;
  readonly upload: boolean;
}

/** A step on the way to a page. */
export interface Breadcrumb {
  readonly label: string;
  /** Encoded path up to this segment. */
  readonly path: string;
  readonly isLast: boolean;
}

/** The encoded path of a project list, project, dataset or of an upload into one of the latter two. */
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

/** What an encoded path stands for; undefined where it is no path of the app. Never throws. */
export function parsePath(pathname: string): RoutePlace | undefined {
  const segments = splitPath(pathname);
  const upload = segments.length > 2 && segments.at(-1) === UPLOAD_SEGMENT;
  const [sponsorId, project, dataset, ...rest] = upload ? segments.slice(0, -1) : segments;
  if (sponsorId === undefined || rest.length > 0) return undefined;
  return {
    sponsorId,
    ...(project === undefined ? {} : { project }),
    ...(dataset === undefined ? {} : { dataset }),
    upload,
  };
}

/** Which screen a path leads to, without the names in it: `/:sponsor/:project/upload`; `*` where it leads to none. */
export function routePattern(pathname: string): string {
  const place = parsePath(pathname);
  if (place === undefined) return splitPath(pathname).length === 0 ? '/' : '*';
  const { project, dataset, upload } = place;
  return [
    '/:sponsor',
    project === undefined ? '' : '/:project',
    dataset === undefined ? '' : '/:dataset',
    upload ? `/${UPLOAD_SEGMENT}` : '',
  ].join('');
}

/** One crumb a segment; the last is the page itself. */
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

/** Where a path must be left for: the sponsor's root, unless its first segment is the sponsor already. */
export function redirectFor(pathname: string, sponsorId: string): string | undefined {
  return belongsToSponsor(pathname, sponsorId) ? undefined : buildPath({ sponsorId });
}

/** Whether a path (a query may follow) lies under a sponsor. */
export function belongsToSponsor(path: string, sponsorId: string): boolean {
  // Two slashes at the beginning would name another host.
  return path.startsWith('/') && !path.startsWith('//') && splitPath(path)[0] === sponsorId;
}

function splitPath(path: string): string[] {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  return pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment);
}

/** Half a surrogate pair can't be encoded: it becomes the replacement character instead of an exception. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** A malformed encoding stands for itself. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
