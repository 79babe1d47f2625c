import { useLocation } from 'react-router';
import { breadcrumbs } from '../domain/navigation/routePath';
import { MissingPlace } from './MissingPlace';

/** A path that is none of the app's: it goes deeper than a dataset. */
export function UnknownPlaceScreen() {
  const { pathname } = useLocation();
  const nearest = breadcrumbs(pathname).slice(0, 3).at(-1);
  return (
    <MissingPlace
      title="Page not found"
      backTo={nearest?.path ?? '/'}
      backLabel={nearest === undefined ? 'Back to projects' : `Back to ${nearest.label}`}
    />
  );
}
