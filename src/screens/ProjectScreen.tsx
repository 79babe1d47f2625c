import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useListDatasetsQuery } from '../api/datasets';
import { useListing } from '../api/useListing';
import type { Project } from '../domain/project';
import { buildPath } from '../domain/routePath';
import { shownName } from '../domain/shownName';
import { DatasetList } from '../features/datasets/DatasetList';
import { NewDatasetButton } from '../features/datasets/NewDatasetButton';
import { FileBrowser } from '../features/files/FileBrowser';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { PageHeading } from '../ui/PageHeading';
import { queryErrorWords } from '../ui/queryErrorWords';
import { SkeletonRows } from '../ui/SkeletonRows';
import { DropToUpload } from './DropToUpload';
import { ProjectGate } from './ProjectGate';
import { renderThumbnail } from './renderThumbnail';
import { screenWords } from './screenWords';
import { UploadButton } from './UploadButton';

/** `/{sponsorId}/{projectId}` */
export function ProjectScreen() {
  return <ProjectGate>{(project) => <ProjectPage key={project.projectHash} project={project} />}</ProjectGate>;
}

function ProjectPage({ project }: { readonly project: Project }) {
  const { sponsorId, title } = project;
  const rootPath = `${sponsorId}/${title}`;
  const { data: datasets, error, isFetching, refetch } = useListDatasetsQuery(project.projectHash);
  const { listing } = useListing(rootPath);
  const datasetTitles = useMemo(() => datasets?.map((dataset) => dataset.dataset) ?? [], [datasets]);
  return (
    <Stack gap="md">
      <title>{screenWords.windowTitle(shownName(title))}</title>
      <DropToUpload name={title} to={buildPath({ sponsorId, project: title, upload: true })} />
      <PageHeading title={title} summary={project.description}>
        <NewDatasetButton project={project} datasets={datasets ?? []} />
      </PageHeading>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {screenWords.datasets}
        </Title>
        {datasets === undefined && isFetching && <SkeletonRows count={2} />}
        {datasets === undefined && !isFetching && (
          <ErrorState
            title={screenWords.datasetsNotLoaded}
            reason={queryErrorWords(error)}
            onRetry={() => void refetch()}
          />
        )}
        {datasets?.length === 0 && <EmptyState title={screenWords.noDatasets} hint={screenWords.howDatasetsCome} />}
        {datasets !== undefined && datasets.length > 0 && (
          <DatasetList sponsorId={sponsorId} project={title} datasets={datasets} listing={listing} />
        )}
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {screenWords.files}
        </Title>
        <FileBrowser
          rootPath={rootPath}
          rootTitle={title}
          foldersShownElsewhere={datasetTitles}
          renderThumbnail={renderThumbnail}
          emptyHint={screenWords.howFilesOfProjectCome}
          actions={<UploadButton to={buildPath({ sponsorId, project: title, upload: true })} />}
        />
      </Stack>
    </Stack>
  );
}
