import { Group, Skeleton, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useListing } from '../api/files';
import { totalBytes, type FileListing } from '../domain/listing/fileListing';
import type { Dataset } from '../domain/metadata/dataset';
import { buildPath } from '../domain/navigation/routePath';
import { DatasetActions } from '../features/datasets/DatasetActions';
import { CompletenessPlaceholder, DatasetCompleteness } from '../features/datasets/DatasetCompleteness';
import { DatasetSummary } from '../features/datasets/DatasetSummary';
import { FileBrowser } from '../features/files/FileBrowser';
import { MetadataPanel } from '../features/metadata/MetadataPanel';
import { ChannelColoursProvider } from '../features/preview/channelColours';
import { LazySectionPreview } from '../features/preview/LazySectionPreview';
import { renderThumbnail } from '../features/preview/Thumbnail';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { PageHeading } from '../ui/PageHeading';
import { ShownSectionProvider } from '../ui/shownSection';
import { SkeletonRows } from '../ui/SkeletonRows';
import { useFilesInside } from '../ui/useFilesInside';
import classes from './DatasetScreen.module.css';
import { DatasetGate, type DatasetPlace } from './gates';
import { DropToUpload, UploadButton } from './uploadLinks';

const MosaicImport = lazyWithRetry(
  () => import('./MosaicImport').then((module) => module.MosaicImport),
  <Skeleton height={30} width="11rem" aria-hidden />,
);

const NO_CHANNELS: Dataset['channels'] = [];

/** `/{sponsorId}/{projectId}/{datasetId}` */
export function DatasetScreen() {
  return (
    <DatasetGate>
      {(place) => (
        <ShownSectionProvider key={place.title}>
          <ChannelColoursProvider rootPath={rootPathOf(place)} channels={place.dataset?.channels ?? NO_CHANNELS}>
            <DatasetPage {...place} />
          </ChannelColoursProvider>
        </ShownSectionProvider>
      )}
    </DatasetGate>
  );
}

/** Returns `sponsor/project/dataset`. */
function rootPathOf({ project, title }: Pick<DatasetPlace, 'project' | 'title'>): string {
  return `${project.sponsorId}/${project.title}/${title}`;
}

function DatasetPage({ project, title, dataset }: DatasetPlace) {
  const place = { sponsorId: project.sponsorId, project: project.title, dataset: title };
  const rootPath = rootPathOf({ project, title });
  const uploadPath = buildPath({ ...place, upload: true });
  const upload = useMemo(() => <UploadButton to={uploadPath} />, [uploadPath]);
  const { listing, isFetching, isComplete, error } = useListing(rootPath);
  // Shows the file browser all at once to avoid layout shifts. It is mounted but hidden until then, because mounting it
  // after a failure would send the request again.
  const isInitialLoad = listing === undefined && isFetching && error === undefined;
  return (
    <Stack gap="md">
      <DropToUpload name={title} to={uploadPath} />
      {dataset === undefined ? (
        <PageHeading title={title} summary="Folder without metadata" />
      ) : (
        <DatasetOverview dataset={dataset} rootPath={rootPath} listing={listing} isPending={isFetching || isComplete} />
      )}
      <div className={classes.columns}>
        <aside className={classes.aside} aria-label="About the dataset">
          <LazySectionPreview rootPath={rootPath} dataset={dataset} upload={upload} />
          <MetadataPanel
            dataset={dataset}
            project={project}
            title={title}
            renderImport={(tools) => <MosaicImport {...tools} rootPath={rootPath} />}
          />
        </aside>
        {isInitialLoad && <FilesOutline className={classes.files} />}
        <div className={classes.files} hidden={isInitialLoad}>
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

interface DatasetOverviewProps {
  readonly dataset: Dataset;
  readonly rootPath: string;
  /** Undefined until the first page is loaded. */
  readonly listing: FileListing | undefined;
  /** True while files are loading or being parsed. */
  readonly isPending: boolean;
}

/** Total size and completeness of the files. Both require a complete listing. */
function DatasetOverview({ dataset, rootPath, listing, isPending }: DatasetOverviewProps) {
  const files = useFilesInside(listing, rootPath);
  const size = useMemo(() => files && totalBytes(files), [files]);
  return (
    <>
      <DatasetSummary dataset={dataset} totalBytes={size} />
      {files !== undefined && <DatasetCompleteness key={rootPath} dataset={dataset} files={files} />}
      {files === undefined && isPending && <CompletenessPlaceholder dataset={dataset} />}
    </>
  );
}

/** Placeholder of the file browser until its first page is loaded. */
function FilesOutline({ className }: { readonly className: string | undefined }) {
  return (
    <div className={className}>
      <Group gap="xs" mb="sm" aria-hidden>
        <Skeleton height={30} width={118} />
        <Skeleton height={30} width={98} />
      </Group>
      <SkeletonRows count={10} />
    </div>
  );
}
