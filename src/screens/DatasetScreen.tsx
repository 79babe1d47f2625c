import { Stack } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
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
import { DatasetGate } from './DatasetGate';
import classes from './DatasetScreen.module.css';
import { DropToUpload } from './DropToUpload';
import { LateMosaicImport } from './LateMosaicImport';
import { renderThumbnail } from './renderThumbnail';
import { UploadButton } from './UploadButton';
import { useReadEntries } from './useReadEntries';

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
            <title>{`${shownName(title)} – ${shownName(project.title)} – Data Manager`}</title>
            <DropToUpload name={title} to={buildPath({ ...place, upload: true })} />
            {dataset === undefined ? (
              <PageHeading title={title} summary="A folder of files without metadata" />
            ) : (
              <FilesInSum dataset={dataset} rootPath={rootPath} />
            )}
            <div className={classes.columns}>
              <aside className={classes.aside} aria-label="About the dataset">
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
  // Judged after the list is drawn: of a hundred thousand names that takes a while.
  const entries = useDeferredValue(useReadEntries(useListing(rootPath).listing, rootPath));
  const totalBytes = useMemo(() => entries?.reduce((sum, entry) => sum + entry.size, 0), [entries]);
  return (
    <>
      <DatasetSummary dataset={dataset} totalBytes={totalBytes} />
      {entries !== undefined && <DatasetCompleteness dataset={dataset} entries={entries} rootPath={rootPath} />}
    </>
  );
}
