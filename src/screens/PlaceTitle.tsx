import { useLocation, useParams } from 'react-router';
import { pageTitle, UPLOAD_SEGMENT } from '@data-manager/domain/navigation/routePath';

/** Returns the parts of the current path. */
export function usePlace() {
  const { sponsorId = '', project, dataset } = useParams();
  const upload = useLocation().pathname.endsWith(`/${UPLOAD_SEGMENT}`);
  return { sponsorId, project: withoutSlash(project), dataset: withoutSlash(dataset), upload };
}

/** React Router decodes the text `%2F` of a name to a slash, which no name contains. */
function withoutSlash(name: string | undefined): string | undefined {
  return name?.replaceAll('/', '%2F');
}

/** Sets the window title from the URL, before any data is loaded. */
export function PlaceTitle() {
  return <title>{pageTitle(usePlace())}</title>;
}
