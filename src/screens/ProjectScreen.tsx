import { Box, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Project } from '@data-manager/domain/metadata/project';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { useFeature } from '../api/configuration';
import { useListDatasetsQuery } from '../api/datasets';
import { useListing } from '../api/files';
import { useProjectRuns } from '../api/pipelines';
import { DatasetList } from '../features/datasets/DatasetList';
import { NewDatasetButton } from '../features/datasets/NewDatasetButton';
import { FileBrowser } from '../features/files/FileBrowser';
import type { RenderUpload } from '../features/files/renderUpload';
import { LIST_PICTURES, renderThumbnail } from '../features/preview/thumbnails/listPictures';
import { ProjectActions } from '../features/projects/ProjectMenu';
import { EmptyState } from '../ui/EmptyState';
import { PageHeading } from '../ui/PageHeading';
import { SkeletonRows } from '../ui/SkeletonRows';
import { NotLoaded } from '../widgets/NotLoaded';
import { CompareButton, ComparisonPart, useComparisonRoute } from './comparison';
import { ProjectGate } from './gates';
import { DropToUpload, UploadButton } from './uploadLinks';

const EMPTY_HINT = 'Files not assigned to a dataset appear here.';

/** `/{sponsorId}/{projectId}` */
export function ProjectScreen() {
  return <ProjectGate>{(project) => <ProjectPage key={project.projectHash} project={project} />}</ProjectGate>;
}

function ProjectPage({ project }: { readonly project: Project }) {
  const { sponsorId, title } = project;
  const navigate = useNavigate();
  const rootPath = `${sponsorId}/${title}`;
  const uploadPath = buildPath({ sponsorId, project: title, upload: true });
  const { data: datasets, error, refetch } = useListDatasetsQuery(project.projectHash);
  const isEmpty = datasets?.length === 0;
  // An empty project leads to a new dataset.
  const renderUpload: RenderUpload = ({ isPrimary, ...button }) => (
    <UploadButton to={uploadPath} {...button} isPrimary={isPrimary && !isEmpty} />
  );
  const { listing } = useListing(rootPath);
  const showsJobs = useFeature('pipelines.project');
  const runs = useProjectRuns(project.projectHash);
  // Hides the files until the datasets are loaded: they would shift down, and show dataset folders as plain folders.
  const isInitialLoad = datasets === undefined && error === undefined;
  const hasDatasets = datasets !== undefined && datasets.length > 0;
  const newDataset = <NewDatasetButton project={project} datasets={datasets ?? []} isPrimary={isEmpty} />;
  const [actionsSlot, setActionsSlot] = useState<HTMLElement | null>(null);
  const datasetTitles = datasets?.map((dataset) => dataset.dataset) ?? [];
  const comparison = useComparisonRoute(rootPath);
  if (comparison.isOpen) {
    return (
      <Stack gap="md">
        <PageHeading title={title} summary={project.description} />
        <ComparisonPart project={project} rootPath={rootPath} uploadPath={uploadPath} route={comparison} />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <DropToUpload name={title} to={uploadPath} />
      <PageHeading title={title} summary={project.description}>
        {!isEmpty && newDataset}
        <ProjectActions project={project} onDeleted={() => void navigate(buildPath({ sponsorId }))} />
      </PageHeading>
      <Stack gap="xs">
        <Title order={2} size="h5">
          Datasets
        </Title>
        {isInitialLoad && <SkeletonRows count={8} />}
        {datasets === undefined && error !== undefined && (
          <NotLoaded title="The datasets could not be loaded" query={{ error, refetch }} />
        )}
        {datasets !== undefined && (
          <DatasetList
            sponsorId={sponsorId}
            project={title}
            datasets={datasets}
            isMain={hasDatasets}
            listing={listing}
            runs={runs}
            showsJobs={showsJobs}
            renderThumbnail={renderThumbnail}
            emptyAction={newDataset}
          />
        )}
      </Stack>
      <Stack gap="xs" display={isInitialLoad ? 'none' : undefined}>
        <Group justify="space-between" gap="xs" mih={30}>
          <Group gap="sm">
            <Title order={2} size="h5">
              Files
            </Title>
            <CompareButton route={comparison} />
          </Group>
          <Box ref={setActionsSlot} flex="1 1 auto" />
        </Group>
        <FileBrowser
          rootPath={rootPath}
          rootTitle={title}
          isMain={!hasDatasets}
          foldersShownElsewhere={datasetTitles}
          pictures={LIST_PICTURES}
          emptyHint={EMPTY_HINT}
          emptyState={hasDatasets ? <EmptyState title="No files outside the datasets" hint={EMPTY_HINT} /> : undefined}
          isDownloadPrimary={!isEmpty}
          renderUpload={renderUpload}
          actionsSlot={actionsSlot}
        />
      </Stack>
    </Stack>
  );
}
