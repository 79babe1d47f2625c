import type { ReactNode } from 'react';
import { useListDatasetsQuery } from '../api/datasets';
import { useListing } from '../api/files';
import { folderExists } from '../domain/listing/fileListing';
import type { Dataset } from '../domain/metadata/dataset';
import type { Project } from '../domain/metadata/project';
import { buildPath } from '../domain/navigation/routePath';
import { ErrorState } from '../ui/ErrorState';
import { queryErrorWords } from '../ui/queryError';
import { SkeletonRows } from '../ui/SkeletonRows';
import { MissingPlace } from './MissingPlace';
import { ProjectGate } from './ProjectGate';
import { usePlace } from './usePlace';

/** A dataset's place in a project. `dataset` is absent for a folder of files that has no metadata. */
export interface DatasetPlace {
  readonly project: Project;
  readonly title: string;
  readonly dataset?: Dataset;
}

interface DatasetGateProps {
  readonly children: (place: DatasetPlace) => ReactNode;
}

/** Shows what it holds for a dataset, or a folder that is none in the metadata; else says that there is nothing. */
export function DatasetGate({ children }: DatasetGateProps) {
  return <ProjectGate>{(project) => <InProject project={project}>{children}</InProject>}</ProjectGate>;
}

function InProject({ project, children }: DatasetGateProps & { readonly project: Project }) {
  const { dataset: title = '' } = usePlace();
  const { currentData: datasets, error, isFetching, refetch } = useListDatasetsQuery(project.projectHash);
  if (datasets === undefined) {
    return isFetching ? (
      <SkeletonRows />
    ) : (
      <ErrorState
        title="The dataset could not be loaded"
        reason={queryErrorWords(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const dataset = datasets.find((one) => one.dataset === title);
  if (dataset !== undefined) return children({ project, title, dataset });
  return (
    <PlainFolder project={project} title={title}>
      {children}
    </PlainFolder>
  );
}

function PlainFolder({
  project,
  title,
  children,
}: DatasetGateProps & { readonly project: Project; readonly title: string }) {
  const { sponsorId, title: projectTitle } = project;
  const path = `${sponsorId}/${projectTitle}/${title}`;
  const { listing, isComplete, isFetching } = useListing(path);
  const isThere = listing?.pieces.some((piece) => folderExists(piece, path)) === true;
  if (!isThere && isFetching) return <SkeletonRows />;
  if (!isThere && isComplete) {
    return (
      <MissingPlace
        title={`Dataset “${title}” not found in ${projectTitle}`}
        backTo={buildPath({ sponsorId, project: projectTitle })}
        backLabel={`Back to ${projectTitle}`}
      />
    );
  }
  return children({ project, title });
}
