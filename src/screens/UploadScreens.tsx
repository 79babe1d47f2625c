import { Stack } from '@mantine/core';
import { useMemo, type ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { listedEntries } from '@data-manager/domain/listing/fileListing';
import type { Project } from '@data-manager/domain/metadata/project';
import { buildPath, COMPARE_PARAM } from '@data-manager/domain/navigation/routePath';
import { useListing } from '../api/files';
import type { ServerListing } from '../features/preflight/rows';
import { UploadForm } from '../features/preflight/UploadForm';
import { PageHeading } from '../ui/PageHeading';
import { DatasetGate, ProjectGate } from './gates';
import { usePlannedDatasets } from './usePlannedDatasets';

/** `/{sponsorId}/{projectId}/upload` */
export function ProjectUploadScreen() {
  return (
    <ProjectGate>
      {(project) => (
        <Stack gap="md">
          <PageHeading lead="Upload into " title={project.title} />
          <LoadedUploadForm
            key={project.projectHash}
            project={project}
            keyPrefix={project.title}
            knownSections={undefined}
            filesAt={buildPath({ sponsorId: project.sponsorId, project: project.title })}
          />
        </Stack>
      )}
    </ProjectGate>
  );
}

/** `/{sponsorId}/{projectId}/{datasetId}/upload` */
export function DatasetUploadScreen() {
  return (
    <DatasetGate>
      {({ project, title, dataset }) => (
        <Stack gap="md">
          <PageHeading lead="Upload into " title={title} />
          <LoadedUploadForm
            key={`${project.title}/${title}`}
            project={project}
            keyPrefix={`${project.title}/${title}`}
            knownSections={dataset?.physicalSections}
            filesAt={buildPath({ sponsorId: project.sponsorId, project: project.title, dataset: title })}
          />
        </Stack>
      )}
    </DatasetGate>
  );
}

interface LoadedUploadFormProps extends Omit<ComponentProps<typeof UploadForm>, 'sponsorId' | 'listing' | 'datasets'> {
  readonly project: Project;
}

/** The upload form with the files on the server and the datasets of the project. */
function LoadedUploadForm({ project, ...form }: LoadedUploadFormProps) {
  const listing = useServerListing(`${project.sponsorId}/${form.keyPrefix}`);
  const datasets = usePlannedDatasets(project);
  const { search } = useLocation();
  // A comparison that offered the files shows what has become of them.
  const isCompared = new URLSearchParams(search).has(COMPARE_PARAM);
  return (
    <UploadForm
      {...form}
      sponsorId={project.sponsorId}
      listing={listing}
      datasets={datasets}
      filesAt={isCompared ? form.filesAt + search : form.filesAt}
      isResultThere={isCompared}
    />
  );
}

/** Lists the target folder. Refetches whenever the form opens, because other users upload, too. */
function useServerListing(path: string): ServerListing {
  const { listing, isComplete, isFetching, retry } = useListing(path, true);
  const entries = useMemo(
    () => (listing !== undefined && isComplete ? listedEntries(listing) : undefined),
    [listing, isComplete],
  );
  if (entries !== undefined) return { status: 'loaded', entries };
  return isFetching ? { status: 'loading' } : { status: 'failed', retry };
}
