import { Skeleton, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useListing } from '../api/files';
import { totalBytes, type FileListing } from '../domain/listing/fileListing';
import type { Dataset } from '../domain/metadata/dataset';
import { buildPath } from '../domain/navigation/routePath';
import { ComingCompleteness } from '../features/datasets/ComingCompleteness';
import { DatasetActions } from '../features/datasets/DatasetActions';
import { DatasetCompleteness } from '../features/datasets/DatasetCompleteness';
import { DatasetSummary } from '../features/datasets/DatasetSummary';
import { FileBrowser } from '../features/files/FileBrowser';
import { MetadataPanel } from '../features/metadata/MetadataPanel';
import { LazySectionPreview } from '../features/preview/LazySectionPreview';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { PageHeading } from '../ui/PageHeading';
import { useFilesInside } from '../ui/useFilesInside';
import { DatasetGate, type DatasetPlace } from './DatasetGate';
import classes from './DatasetScreen.module.css';
import { DropToUpload } from './DropToUpload';
import { FilesOutline } from './FilesOutline';
import { renderThumbnail } from './renderThumbnail';
import { UploadButton } from './UploadButton';

const MosaicImport = lazyWithRetry(
  () => import('./MosaicImport').then((module) => module.MosaicImport),
  <Skeleton height={30} width="11rem" aria-hidden />,
);

const NO_CHANNELS: Dataset['channels'] = [];

/** `/{sponsorId}/{projectId}/{datasetId}` */
export function DatasetScreen() {
  return <DatasetGate>{(place) => <DatasetPage {...place} />}</DatasetGate>;
}

function DatasetPage({ project, title, dataset }: DatasetPlace) {
  const place = { sponsorId: project.sponsorId, project: project.title, dataset: title };
  const rootPath = `${project.sponsorId}/${project.title}/${title}`;
  const uploadPath = buildPath({ ...place, upload: true });
  const upload = useMemo(() => <UploadButton to={uploadPath} />, [uploadPath]);
  const { listing, isFetching, isComplete, error } = useListing(rootPath);
  // The list comes at once, so that nothing in it is pushed down. It is there, unseen: mounted after a failure it would
  // ask anew by itself.
  const isFirstLook = listing === undefined && isFetching && error === undefined;
  return (
    <Stack gap="md">
      <DropToUpload name={title} to={uploadPath} />
      {dataset === undefined ? (
        <PageHeading title={title} summary="Folder without metadata" />
      ) : (
        <FilesInSum dataset={dataset} rootPath={rootPath} listing={listing} isExpected={isFetching || isComplete} />
      )}
      <div className={classes.columns}>
        <aside className={classes.aside} aria-label="About the dataset">
          <LazySectionPreview rootPath={rootPath} channels={dataset?.channels ?? NO_CHANNELS} />
          <MetadataPanel
            dataset={dataset}
            project={project}
            title={title}
            renderImport={(tools) => <MosaicImport {...tools} rootPath={rootPath} />}
          />
        </aside>
        {isFirstLook && <FilesOutline className={classes.files} />}
        <div className={classes.files} hidden={isFirstLook}>
          <FileBrowser
            rootPath={rootPath}
            rootTitle={title}
            isMain
            renderThumbnail={renderThumbnail}
            emptyHint="Uploaded section images appear here."
            upload={upload}
            actions={
              dataset !== undefined && (
                <DatasetActions
                  dataset={dataset}
                  rootPath={rootPath}
                  projectPath={buildPath({ sponsorId: project.sponsorId, project: project.title })}
                />
              )
            }
          />
        </div>
      </div>
    </Stack>
  );
}

interface FilesInSumProps {
  readonly dataset: Dataset;
  readonly rootPath: string;
  /** Undefined before its first page. */
  readonly listing: FileListing | undefined;
  /** Its files are on their way, or there and not yet read. */
  readonly isExpected: boolean;
}

/** What the files are together: their size, and what is missing among them. Both wait until all files are listed. */
function FilesInSum({ dataset, rootPath, listing, isExpected }: FilesInSumProps) {
  const files = useFilesInside(listing, rootPath);
  const size = useMemo(() => files && totalBytes(files), [files]);
  return (
    <>
      <DatasetSummary dataset={dataset} totalBytes={size} />
      {files !== undefined && <DatasetCompleteness key={rootPath} dataset={dataset} files={files} />}
      {files === undefined && isExpected && <ComingCompleteness dataset={dataset} />}
    </>
  );
}
