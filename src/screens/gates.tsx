import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { folderExists } from '@data-manager/domain/listing/fileListing';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import type { Project } from '@data-manager/domain/metadata/project';
import { nameInText } from '@data-manager/domain/names/shownName';
import { findTitled } from '@data-manager/domain/navigation/findTitled';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { useListDatasetsQuery } from '../api/datasets';
import { useListing } from '../api/files';
import { useListProjectsQuery } from '../api/projects';
import { usePorts } from '../platform/portsContext';
import { SkeletonRows } from '../ui/SkeletonRows';
import { NotLoaded } from '../widgets/NotLoaded';
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
  const { sponsorId, project: title = '' } = usePlace();
  const { data: projects, error, isLoading, refetch } = useListProjectsQuery();
  // Deferred, because React renders an update of the store in one task, and a screen takes longer than a frame.
  const hasArrived = useDeferredValue(!isLoading);
  const found = findTitled(projects?.filter((one) => one.sponsorId === sponsorId) ?? [], title, (one) => one.title);
  const project = found?.isExact === true ? found.item : undefined;
  const latest = useLatest(project);
  if (isLoading || !hasArrived) return <SkeletonRows />;
  if (projects === undefined)
    return <NotLoaded isPage title="The project could not be loaded" query={{ error, refetch }} />;
  // Renamed while it is shown: the list has the new title before the URL does.
  const renamed = projects.find((one) => latest?.title === title && one.projectHash === latest.projectHash);
  if (project === undefined) {
    const other = renamed ?? found?.item;
    if (other !== undefined) return <ToNewTitle project={other.title} />;
    return (
      <NotFound
        title={`Project “${nameInText(title)}” not found`}
        backTo={buildPath({ sponsorId })}
        backLabel="Back to projects"
      />
    );
  }
  return children(project);
}

/** Returns the item that was last given. */
function useLatest<Item>(item: Item | undefined): Item | undefined {
  const [latest, setLatest] = useState<Item>();
  useEffect(() => {
    if (item !== undefined) setLatest(item);
  }, [item]);
  return latest;
}

/** Replaces the title of a project or dataset in the address, which is a former one or in another spelling. */
function ToNewTitle(title: { readonly project: string } | { readonly dataset: string }) {
  const { pathname, search, hash } = useLocation();
  const target = buildPath({ ...usePlace(), ...title });
  const { location } = usePorts();
  const navigate = useNavigate();
  useEffect(() => {
    // A list can be rendered before an earlier change of the address, for example after a rename on this page.
    const isLatest = location.path() === pathname + search;
    if (isLatest) void navigate({ pathname: target, search, hash }, { replace: true });
  }, [location, navigate, pathname, search, hash, target]);
  return null;
}

/** A dataset, or a folder without metadata, in a project. */
export interface DatasetPlace {
  readonly project: Project;
  readonly title: string;
  /** Absent for a folder without metadata. */
  readonly dataset?: Dataset | undefined;
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
  const { currentData: datasets, error, refetch } = useListDatasetsQuery(project.projectHash);
  const hasArrived = useDeferredValue(datasets !== undefined);
  const found = datasets && findTitled(datasets, title, (one) => one.dataset);
  const dataset = found?.isExact === true ? found.item : undefined;
  const latest = useLatest(dataset);
  if (datasets === undefined) {
    return error === undefined ? (
      <SkeletonRows />
    ) : (
      <NotLoaded isPage title="The dataset could not be loaded" query={{ error, refetch }} />
    );
  }
  if (!hasArrived) return <SkeletonRows />;
  if (dataset !== undefined) return children({ project, title: dataset.dataset, dataset });
  // The listing in the cache may be from before.
  const renamed = datasets.find((one) => latest?.dataset === title && one.datasetHash === latest.datasetHash);
  if (renamed !== undefined) return <ToNewTitle dataset={renamed.dataset} />;
  const composed = title.normalize('NFC');
  if (composed !== title) return <ToNewTitle dataset={composed} />;
  return (
    <PlainFolder project={project} title={title} meant={found?.item}>
      {children}
    </PlainFolder>
  );
}

interface PlainFolderProps extends DatasetGateProps {
  readonly project: Project;
  readonly title: string;
  /** The dataset that has this title in another spelling, or had it before. */
  readonly meant: Dataset | undefined;
}

/** Renders the children if the folder contains any files. */
function PlainFolder({ project, title, meant, children }: PlainFolderProps) {
  const { sponsorId, title: projectTitle } = project;
  const path = `${sponsorId}/${projectTitle}/${title}`;
  const { listing, isComplete, isFetching } = useListing(path);
  const exists = listing?.pieces.some((piece) => folderExists(piece, path)) === true;
  if (!exists && isFetching) return <SkeletonRows />;
  if (!exists && isComplete) {
    if (meant !== undefined) return <ToNewTitle dataset={meant.dataset} />;
    return (
      <NotFound
        title={`Dataset “${nameInText(title)}” not found in ${nameInText(projectTitle)}`}
        backTo={buildPath({ sponsorId, project: projectTitle })}
        backLabel={`Back to ${nameInText(projectTitle)}`}
      />
    );
  }
  return children({ project, title });
}
