import { useLocation, useNavigate, useRouteError } from 'react-router';
import { FallenPart } from './containment/FallenPart';
import { HomeLink } from './containment/HomeLink';

/** The fallback for an error of the routing itself, or of the frame around the screens. */
export function UnexpectedError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const retry = () => void navigate(pathname + search, { replace: true });
  return (
    <FallenPart part="app" caught={{ error, componentStack: '' }} onRetry={retry}>
      <HomeLink />
    </FallenPart>
  );
}
