import type { ReactNode } from 'react';
import { useListProjectsQuery } from '../api/projects';
import type { Project } from '../domain/metadata/project';
import { buildPath } from '../domain/navigation/routePath';
import { ErrorState } from '../ui/ErrorState';
import { queryErrorWords } from '../ui/queryError';
import { SkeletonRows } from '../ui/SkeletonRows';
import { MissingPlace } from './MissingPlace';
import { PlaceTitle } from './PlaceTitle';
import { usePlace } from './usePlace';

interface ProjectGateProps {
  readonly children: (project: Project) => ReactNode;
}

/** Shows what it holds only for a project that exists. */
export function ProjectGate(props: ProjectGateProps) {
  return (
    <>
      <PlaceTitle />
      <FoundProject {...props} />
    </>
  );
}

function FoundProject({ children }: ProjectGateProps) {
  const { sponsorId, project: title = '' } = usePlace();
  const { data: projects, error, isLoading, refetch } = useListProjectsQuery();
  if (isLoading) return <SkeletonRows />;
  if (projects === undefined) {
    return (
      <ErrorState
        title="The project could not be loaded"
        reason={queryErrorWords(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const project = projects.find((one) => one.sponsorId === sponsorId && one.title === title);
  if (project === undefined) {
    return (
      <MissingPlace
        title={`Project “${title}” not found`}
        backTo={buildPath({ sponsorId })}
        backLabel="Back to projects"
      />
    );
  }
  return children(project);
}
