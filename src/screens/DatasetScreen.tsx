import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useListing } from '../api/useListing';
import type { Dataset } from '../domain/dataset';
import { buildPath } from '../domain/routePath';
import { shownName } from '../domain/shownName';
import { DatasetActions } from '../features/datasets/DatasetActions';
import { DatasetCompleteness } from '../features/datasets/DatasetCompleteness';
import { DatasetSummary } from '../features/datasets/DatasetSummary';
import { MetadataPanel } from '../features/metadata/MetadataPanel';
import { FileBrowser } from '../features/files/FileBrowser';
import { LateSectionPreview } from '../features/preview/LateSectionPreview';
import { PageHeading } from '../ui/PageHeading';
import { useFilesInside } from '../ui/useFilesInside';
import { DatasetGate } from './DatasetGate';
import classes from './DatasetScreen.module.css';
import { DropToUpload } from './DropToUpload';
import { LateMosaicImport } from './LateMosaicImport';
import { renderThumbnail } from './renderThumbnail';
import { screenWords } from './screenWords';
import { UploadButton } from './UploadButton';

const NO_CHANNELS: Dataset['channels'] = [];

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
            <title>{screenWords.windowTitle(shownName(title), shownName(project.title))}</title>
            <DropToUpload name={title} to={buildPath({ ...place, upload: true })} />
            {dataset === undefined ? (
              <PageHeading title={title} summary={screenWords.folderWithoutMetadata} />
            ) : (
              <FilesInSum dataset={dataset} rootPath={rootPath} />
            )}
            <div className={classes.columns}>
              <aside className={classes.aside} aria-label={screenWords.aboutDataset}>
                <LateSectionPreview rootPath={rootPath} channels={dataset?.channels ?? NO_CHANNELS} />
                <MetadataPanel
                  dataset={dataset}
                  project={project}
                  title={title}
                  renderImport={(tools) => <LateMosaicImport {...tools} rootPath={rootPath} />}
                />
              </aside>
              <div className={classes.files}>
                <FileBrowser
                  rootPath={rootPath}
                  rootTitle={title}
                  renderThumbnail={renderThumbnail}
                  emptyHint={screenWords.howFilesOfDatasetCome}
                  actions={
                    <>
                      <UploadButton to={buildPath({ ...place, upload: true })} />
                      {dataset !== undefined && (
                        <DatasetActions dataset={dataset} rootPath={rootPath} projectPath={projectPath} />
                      )}
                    </>
                  }
                />
              </div>
            </div>
          </Stack>
        );
      }}
    </DatasetGate>
  );
}

/** What the files are together: their size, and what is missing among them. Both wait until all files are listed. */
function FilesInSum({ dataset, rootPath }: { readonly dataset: Dataset; readonly rootPath: string }) {
  const files = useFilesInside(useListing(rootPath).listing, rootPath);
  const totalBytes = useMemo(() => files?.reduce((sum, file) => sum + file.size, 0), [files]);
  return (
    <>
      <DatasetSummary dataset={dataset} totalBytes={totalBytes} />
      {files !== undefined && <DatasetCompleteness key={rootPath} dataset={dataset} files={files} />}
    </>
  );
}
