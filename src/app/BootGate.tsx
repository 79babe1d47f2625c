import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useRemoteConfigurationQuery } from '../api/configuration';
import { useListProjectsQuery } from '../api/projects';
import { selectSessionOwner } from '../session/sessionSlice';
import { ErrorState } from '../ui/ErrorState';
import { latePart } from '../ui/latePart';
import { queryErrorWords } from '../ui/queryError';
import { appWords } from './appWords';
import { LoadingStatus } from './LoadingStatus';
import { SponsorGate } from './SponsorGate';

const LoginModal = latePart(() => import('../features/login/LoginModal').then((module) => module.LoginModal));

/**
 * The order of the start: session → remote configuration → projects → routes. When the session is lost later, what
 * is on the screen stays under the login modal, so that nothing typed or chosen is lost to a login in another tab.
 */
export function BootGate() {
  const owner = useSelector(selectSessionOwner);
  const [latest, setLatest] = useState(owner);
  if (owner !== undefined && owner !== latest) setLatest(owner);
  return (
    <>
      {owner === undefined && <LoginModal />}
      {latest !== undefined && (
        <ConfiguredGate key={`${latest.sponsorId}/${latest.userId}`} sponsorId={latest.sponsorId} />
      )}
    </>
  );
}

/** The forms can do without the server's lists, so a failure (told by a toast) does not stop the start. */
function ConfiguredGate({ sponsorId }: { readonly sponsorId: string }) {
  const { isLoading } = useRemoteConfigurationQuery();
  return isLoading ? <LoadingStatus /> : <ProjectsGate sponsorId={sponsorId} />;
}

function ProjectsGate({ sponsorId }: { readonly sponsorId: string }) {
  const projects = useListProjectsQuery();
  if (projects.data !== undefined) return <SponsorGate sponsorId={sponsorId} />;
  if (!projects.isError) return <LoadingStatus />;
  return (
    <ErrorState
      title={appWords.projectsNotLoaded}
      reason={queryErrorWords(projects.error)}
      onRetry={() => void projects.refetch()}
    />
  );
}
