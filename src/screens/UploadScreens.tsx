import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { listedEntries, type FileEntry } from '@data-manager/domain/listing/fileListing';
import type { Project } from '@data-manager/domain/metadata/project';
import { buildPath, COMPARE_PARAM } from '@data-manager/domain/navigation/routePath';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { useFeature } from '../api/configuration';
import { useListDatasetsQuery, useUpdateDatasetMutation } from '../api/datasets';
import { useListing } from '../api/files';
import { hasFailed } from '../api/queryErrorText';
import type { NamedPrefixes, ServerListing } from '../features/preflight/rows/rows';
import { UploadForm } from '../features/preflight/screen/UploadForm';
import { EntryThumbnail } from '../features/preview/thumbnails/Thumbnail';
import { PageHeading } from '../ui/PageHeading';
import { DatasetGate, ProjectGate, type DatasetPlace } from './gates';
import { usePlannedDatasets } from './usePlannedDatasets';

/** `/{sponsorId}/{projectId}/upload` */
export function ProjectUploadScreen() {
  return <ProjectGate>{(project) => <UploadPage key={project.projectHash} project={project} />}</ProjectGate>;
}

/** `/{sponsorId}/{projectId}/{datasetId}/upload` */
export function DatasetUploadScreen() {
  return (
    <DatasetGate>{(place) => <UploadPage key={`${place.project.title}/${place.title}`} {...place} />}</DatasetGate>
  );
}

/** The upload form with the files on the server and the datasets of the project. */
function UploadPage({
  project,
  title,
  dataset,
}: Pick<DatasetPlace, 'project' | 'dataset'> & { readonly title?: string }) {
  const { sponsorId } = project;
  const keyPrefix = title === undefined ? project.title : `${project.title}/${title}`;
  const listing = useServerListing(`${sponsorId}/${keyPrefix}`);
  const datasets = usePlannedDatasets(project);
  const { search } = useLocation();
  // A comparison that offered the files shows what has become of them.
  const isCompared = new URLSearchParams(search).has(COMPARE_PARAM);
  const filesAt = buildPath({ sponsorId, project: project.title, dataset: title });
  return (
    <Stack gap="md">
      <PageHeading lead="Upload into " title={title ?? project.title} />
      <UploadForm
        key={isCompared ? 'compared' : 'chosen'}
        sponsorId={sponsorId}
        keyPrefix={keyPrefix}
        knownSections={dataset?.physicalSections}
        listing={listing}
        datasets={datasets}
        onConfirm={useConfirmPrefixes(project)}
        renderPicture={renderPicture}
        filesAt={isCompared ? filesAt + search : filesAt}
        isResultThere={isCompared}
      />
    </Stack>
  );
}

function renderPicture(entry: FileEntry) {
  return <EntryThumbnail entry={entry} />;
}

/** How often prefixes are added to what others store meanwhile. */
const MAX_TRIES = 5;

/** Returns a function that stores the prefixes that an upload confirms; undefined if the server can't. */
function useConfirmPrefixes({ projectHash }: Project) {
  const isOffered = useFeature('datasets.namePrefixes');
  const { refetch } = useListDatasetsQuery(projectHash);
  const [updateDataset] = useUpdateDatasetMutation();
  if (!isOffered) return undefined;
  const store = async ({ path, prefixes }: NamedPrefixes[number], tries = 1): Promise<void> => {
    const { data: datasets = [] } = await refetch();
    const dataset = datasets.find((one) => one.dataset === lastSegment(path));
    if (dataset === undefined) return;
    const { datasetHash, etag } = dataset;
    const namePrefixes = [...new Set([...(dataset.namePrefixes ?? []), ...prefixes])];
    const { error } = await updateDataset({ datasetHash, changes: { namePrefixes }, etag });
    if (hasFailed(error, 'changed') && tries < MAX_TRIES) await store({ path, prefixes }, tries + 1);
  };
  return (confirmed: NamedPrefixes) => {
    for (const one of confirmed) void store(one);
  };
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
