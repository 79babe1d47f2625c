import { useLocation } from 'react-router';
import { breadcrumbs } from '../domain/navigation/routePath';
import { MissingPlace } from './MissingPlace';
import { screenWords } from './screenWords';

/** A path that is none of the app's: it goes deeper than a dataset. */
export function UnknownPlaceScreen() {
  const { pathname } = useLocation();
  const nearest = breadcrumbs(pathname).slice(0, 3).at(-1);
  return (
    <MissingPlace
      title={screenWords.noSuchPlace}
      backTo={nearest?.path ?? '/'}
      backLabel={nearest === undefined ? screenWords.backToProjects : screenWords.backTo(nearest.label)}
    />
  );
}
