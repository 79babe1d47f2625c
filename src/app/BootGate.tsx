import { useEffect, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { redirectFor } from '@data-manager/domain/navigation/routePath';
import { useRemoteConfigurationQuery } from '../api/configuration';
import { useListProjectsQuery } from '../api/projects';
import { queryErrorText } from '../api/queryErrorText';
import { usePorts } from '../platform/portsContext';
import { forgetPath, restorePath } from '../session/rememberedPath';
import { selectSessionOwner } from '../session/sessionSlice';
import { ErrorState } from '../ui/ErrorState';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { LoadingStatus } from './LoadingStatus';

const LazyLoginModal = lazyWithRetry(() => import('../features/login/LoginModal').then((module) => module.LoginModal));

/**
 * Starts in this order: session, remote configuration, projects, screens. If the session is lost later, the screen stays
 * mounted below the login modal, so that nothing typed or selected is lost when the user signs in again in another tab.
 */
export function BootGate({ children }: { readonly children: ReactNode }) {
  const owner = useSelector(selectSessionOwner);
  const [lastOwner, setLastOwner] = useState(owner);
  const shownOwner = owner ?? lastOwner;
  useEffect(() => setLastOwner(shownOwner), [shownOwner]);
  return (
    <>
      {owner === undefined && <LazyLoginModal hadSession={shownOwner !== undefined} />}
      {shownOwner !== undefined && (
        <ConfigurationGate key={`${shownOwner.sponsorId}/${shownOwner.userId}`} sponsorId={shownOwner.sponsorId}>
          {children}
        </ConfigurationGate>
      )}
    </>
  );
}

interface GateProps {
  readonly sponsorId: string;
  readonly children: ReactNode;
}

/** Continues after a failure, which a toast reports: the forms also work without the server's lists. */
function ConfigurationGate(props: GateProps) {
  const { isLoading } = useRemoteConfigurationQuery();
  return isLoading ? <LoadingStatus /> : <ProjectsGate {...props} />;
}

function ProjectsGate(props: GateProps) {
  const projects = useListProjectsQuery();
  if (projects.data !== undefined) return <SponsorGate {...props} />;
  if (projects.error === undefined) return <LoadingStatus />;
  return (
    <ErrorState
      isPage
      title="The projects could not be loaded"
      reason={queryErrorText(projects.error)}
      onRetry={() => void projects.refetch()}
    />
  );
}

/** Redirects paths outside the user's sponsor to the path from before the login, or to the sponsor's projects. */
function SponsorGate({ sponsorId, children }: GateProps) {
  const ports = usePorts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const target = redirectFor(pathname, sponsorId);

  useEffect(() => {
    if (target === undefined) forgetPath(ports);
    else void navigate(restorePath(ports, sponsorId) ?? target, { replace: true });
  }, [target, ports, sponsorId, navigate]);

  return target === undefined ? children : <LoadingStatus />;
}
