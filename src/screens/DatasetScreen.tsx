import { Stack } from '@mantine/core';
import { useListFilesQuery } from '../api/files';
import { buildPath } from '../domain/routePath';
import type { Dataset } from '../domain/dataset';
import { shownName } from '../domain/shownName';
import { DatasetActions } from '../features/datasets/DatasetActions';
import { DatasetCompleteness } from '../features/datasets/DatasetCompleteness';
import { DatasetSummary } from '../features/datasets/DatasetSummary';
import { MetadataPanel } from '../features/metadata/MetadataPanel';
import { FileBrowser } from '../features/files/FileBrowser';
import { PageHeading } from '../ui/PageHeading';
import { DatasetGate } from './DatasetGate';
import { DropToUpload } from './DropToUpload';
import { renderThumbnail } from './renderThumbnail';
import { UploadButton } from './UploadButton';

/** `/{sponsorId}/{projectId}/{datasetId}` */
export function DatasetScreen() {
  return (
    <DatasetGate>
      {({ project, title, dataset }) => {
        const place = { sponsorId: project.sponsorId, project: project.title, dataset: title };
        const rootPath = `${project.sponsorId}/${project.title}/${title}`;
        const projectPath = buildPath({ sponsorId: project.sponsorId, project: project.title });
        return (
          <Stack gap="md">
            <title>{`${shownName(title)} – ${shownName(project.title)} – Data Manager`}</title>
            <DropToUpload name={title} to={buildPath({ ...place, upload: true })} />
            {dataset === undefined ? (
              <PageHeading title={title} summary="A folder of files without metadata" />
            ) : (
              <FilesInSum dataset={dataset} rootPath={rootPath} />
            )}
            <MetadataPanel dataset={dataset} project={project} title={title} />
            <FileBrowser
              rootPath={rootPath}
              rootTitle={title}
              renderThumbnail={renderThumbnail}
              emptyHint="Section images that are uploaded into the dataset appear here."
              actions={
                <>
                  <UploadButton to={buildPath({ ...place, upload: true })} />
                  {dataset !== undefined && (
                    <DatasetActions dataset={dataset} rootPath={rootPath} projectPath={projectPath} />
                  )}
                </>
              }
            />
          </Stack>
        );
      }}
    </DatasetGate>
  );
}

/** What the files are together: their size, and what is missing among them. */
function FilesInSum({ dataset, rootPath }: { readonly dataset: Dataset; readonly rootPath: string }) {
  const { currentData: entries } = useListFilesQuery(rootPath);
  const totalBytes = entries?.reduce((sum, entry) => sum + entry.size, 0);
  return (
    <>
      <DatasetSummary dataset={dataset} totalBytes={totalBytes} />
      {entries !== undefined && <DatasetCompleteness dataset={dataset} entries={entries} rootPath={rootPath} />}
    </>
  );
}
