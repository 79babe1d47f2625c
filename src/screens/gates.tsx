import { useState, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useListDatasetsQuery } from '../api/datasets';
import { useListing } from '../api/files';
import { useListProjectsQuery } from '../api/projects';
import { folderExists } from '../domain/listing/fileListing';
import type { Dataset } from '../domain/metadata/dataset';
import type { Project } from '../domain/metadata/project';
import { buildPath } from '../domain/navigation/routePath';
import { ErrorState, queryErrorText } from '../ui/ErrorState';
import { SkeletonRows } from '../ui/SkeletonRows';
import { NotFound } from './NotFound';
import { PlaceTitle, usePlace } from './PlaceTitle';

interface ProjectGateProps {
  readonly children: (project: Project) => ReactNode;
}

/** Loads the project of the URL. Renders the children only if it exists. */
export function ProjectGate(props: ProjectGateProps) {
  return (
    <>
      <PlaceTitle />
      <LoadedProject {...props} />
    </>
  );
}

function LoadedProject({ children }: ProjectGateProps) {
  const place = usePlace();
  const { sponsorId, project: title = '' } = place;
  const { data: projects, error, isLoading, refetch } = useListProjectsQuery();
  const [latest, setLatest] = useState<Project>();
  if (isLoading) return <SkeletonRows />;
  if (projects === undefined) {
    return (
      <ErrorState
        title="The project could not be loaded"
        reason={queryErrorText(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const project = projects.find((one) => one.sponsorId === sponsorId && one.title === title);
  if (project !== undefined && project.projectHash !== latest?.projectHash) setLatest({ ...project });
  if (project === undefined) {
    // Renamed on this page: the list has the new title before the URL does.
    const renamed = projects.find((one) => latest?.title === title && one.projectHash === latest.projectHash);
    if (renamed !== undefined) return <Navigate to={buildPath({ ...place, project: renamed.title })} replace />;
    return (
      <NotFound title={`Project “${title}” not found`} backTo={buildPath({ sponsorId })} backLabel="Back to projects" />
    );
  }
  return children(project);
}

/** A dataset, or a folder without metadata, in a project. */
export interface DatasetPlace {
  readonly project: Project;
  readonly title: string;
  /** Absent for a folder without metadata. */
  readonly dataset?: Dataset;
}

interface DatasetGateProps {
  readonly children: (place: DatasetPlace) => ReactNode;
}

/** Loads the dataset of the URL. Renders the children only if it exists, with or without metadata. */
export function DatasetGate({ children }: DatasetGateProps) {
  return <ProjectGate>{(project) => <LoadedDataset project={project}>{children}</LoadedDataset>}</ProjectGate>;
}

function LoadedDataset({ project, children }: DatasetGateProps & { readonly project: Project }) {
  const { dataset: title = '' } = usePlace();
  const { currentData: datasets, error, isFetching, refetch } = useListDatasetsQuery(project.projectHash);
  if (datasets === undefined) {
    return isFetching ? (
      <SkeletonRows />
    ) : (
      <ErrorState
        title="The dataset could not be loaded"
        reason={queryErrorText(error)}
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

/** Renders the children if the folder contains any files. */
function PlainFolder({
  project,
  title,
  children,
}: DatasetGateProps & { readonly project: Project; readonly title: string }) {
  const { sponsorId, title: projectTitle } = project;
  const path = `${sponsorId}/${projectTitle}/${title}`;
  const { listing, isComplete, isFetching } = useListing(path);
  const exists = listing?.pieces.some((piece) => folderExists(piece, path)) === true;
  if (!exists && isFetching) return <SkeletonRows />;
  if (!exists && isComplete) {
    return (
      <NotFound
        title={`Dataset “${title}” not found in ${projectTitle}`}
        backTo={buildPath({ sponsorId, project: projectTitle })}
        backLabel={`Back to ${projectTitle}`}
      />
    );
  }
  return children({ project, title });
}
