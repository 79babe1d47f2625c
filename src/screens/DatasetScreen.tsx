import { Box, Skeleton, Tabs } from '@mantine/core';
import { useCallback, useId, useMemo, useState, type ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { useListing } from '../api/files';
import type { Pipeline } from '../api/pipelines';
import { describeDataset } from '../domain/completeness/datasetState';
import { totalBytes } from '../domain/listing/fileListing';
import type { Dataset } from '../domain/metadata/dataset';
import { buildPath, hasFormOpen } from '../domain/navigation/routePath';
import { viewerFragment } from '../domain/pictures/previewQuery';
import { DeleteDatasetButton, JobButtons, JobStates } from '../features/datasets/DatasetActions';
import { CompletenessPlaceholder, DatasetCompleteness } from '../features/datasets/DatasetCompleteness';
import { DatasetStateLine, useViewerState } from '../features/datasets/DatasetStateLine';
import { DatasetSummary } from '../features/datasets/DatasetSummary';
import { PipelineDialog } from '../features/datasets/Pipelines';
import { useAssessment, type Assessment } from '../features/datasets/useAssessment';
import { FileBrowser } from '../features/files/FileBrowser';
import type { RenderUpload } from '../features/files/FileTable';
import { EditMetadataButton, MetadataPanel } from '../features/metadata/MetadataPanel';
import { ChannelColoursProvider, useChannelColours } from '../features/preview/channelColours';
import { LazySectionPreview } from '../features/preview/LazySectionPreview';
import { LIST_PICTURES } from '../features/preview/listPictures';
import { usePlaceFromUrl } from '../features/preview/usePreviewAddress';
import { EmptyState } from '../ui/EmptyState';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { PageHeading } from '../ui/PageHeading';
import { ShownSectionProvider, useShownSection } from '../ui/shownSection';
import { SkeletonRows } from '../ui/SkeletonRows';
import { SplitPanes } from '../ui/SplitPanes';
import { useFilesInside } from '../ui/useFilesInside';
import { ArrivingFiles } from './ArrivingFiles';
import { CompareButton, ComparisonPart, useComparisonRoute } from './comparison';
import classes from './DatasetScreen.module.css';
import { useFilmstrip } from './filmstrip';
import { DatasetGate, type DatasetPlace } from './gates';
import { ChooseToUpload, DropToUpload, UploadButton } from './uploadLinks';
import { useArrivals } from './useArrivals';

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
          <ChannelColoursProvider
            rootPath={rootPathOf(place)}
            datasetHash={place.dataset?.datasetHash}
            channels={place.dataset?.channels ?? NO_CHANNELS}
          >
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

/** Fills a wide window: the title row above two panes, images on the left, files or metadata on the right. */
function DatasetPage({ project, title, dataset }: DatasetPlace) {
  const place = { sponsorId: project.sponsorId, project: project.title, dataset: title };
  const rootPath = rootPathOf({ project, title });
  const uploadPath = buildPath({ ...place, upload: true });
  const chooseToUpload = useMemo(() => <ChooseToUpload to={uploadPath} />, [uploadPath]);
  const { listing, isFetching, isComplete, error } = useListing(rootPath);
  const arrivals = useArrivals(rootPath, listing);
  const areArriving = arrivals.sending.length + arrivals.arrived.length > 0;
  const arriving = useMemo(
    () => (areArriving ? <ArrivingFiles path={rootPath} {...arrivals} /> : undefined),
    [areArriving, rootPath, arrivals],
  );
  const files = useFilesInside(listing, rootPath);
  const size = useMemo(() => files && totalBytes(files), [files]);
  const assessment = useAssessment(files, arrivals, dataset);
  const viewer = useViewerState(dataset?.datasetHash);
  const state = useMemo(
    () => assessment && viewer && describeDataset(assessment.completeness, viewer),
    [assessment, viewer],
  );
  const nextStep = state?.next.kind;
  const renderUpload = useCallback<RenderUpload>(
    // A button that is the next step is beside the sentence about the state.
    ({ label }) =>
      label === undefined && nextStep === 'upload' ? null : (
        <UploadButton to={uploadPath} isPrimary={false} {...(label !== undefined && { label })} />
      ),
    [uploadPath, nextStep],
  );
  const [tab, setTab] = useTab();
  const { strip, viewSwitch } = useFilmstrip(files, assessment);
  const tabsId = useId();
  const [actionsSlot, setActionsSlot] = useState<HTMLElement | null>(null);
  const [toolbarSlot, setToolbarSlot] = useState<HTMLElement | null>(null);
  // Shows the file browser all at once to avoid layout shifts. It is mounted but hidden until then, because mounting it
  // after a failure would send the request again.
  const isInitialLoad = listing === undefined && isFetching && error === undefined;
  const comparison = useComparisonRoute(rootPath);
  const [job, setJob] = useState<Pipeline>();
  return (
    <div className={classes.workspace} data-fills-window>
      {!comparison.isOpen && <DropToUpload name={title} to={uploadPath} />}
      <div className={classes.head}>
        {dataset === undefined ? (
          <PageHeading title={title} summary="Folder without metadata" />
        ) : (
          <DatasetSummary dataset={dataset} totalBytes={size} />
        )}
        {dataset !== undefined && !comparison.isOpen && (
          <div className={classes.state}>
            <State datasetHash={dataset.datasetHash} state={state} uploadPath={uploadPath} onOpenJob={setJob} />
          </div>
        )}
        {!comparison.isOpen && (
          <div className={classes.controls}>
            <div ref={setActionsSlot} />
            <div className={classes.actions}>
              {dataset !== undefined && (
                <JobButtons
                  datasetHash={dataset.datasetHash}
                  isViewerElsewhere={nextStep === 'addToViewer'}
                  onOpen={setJob}
                />
              )}
              <CompareButton route={comparison} />
              <EditMetadataButton />
              {dataset !== undefined && (
                <DeleteDatasetButton
                  dataset={dataset}
                  rootPath={rootPath}
                  projectPath={buildPath({ sponsorId: project.sponsorId, project: project.title })}
                />
              )}
            </div>
          </div>
        )}
      </div>
      {dataset !== undefined && job !== undefined && (
        <PipelineDialog pipeline={job} dataset={dataset} rootPath={rootPath} onClose={() => setJob(undefined)} />
      )}
      {comparison.isOpen ? (
        <ComparisonPart project={project} rootPath={rootPath} uploadPath={uploadPath} route={comparison} fills />
      ) : (
        <SplitPanes
          label="Width of the images"
          preference="dataset-split"
          initialShare={56}
          first={
            <>
              <div className={classes.images}>
                {dataset !== undefined && (
                  <Completeness
                    dataset={dataset}
                    assessment={assessment}
                    isPending={isFetching || isComplete}
                    onShowFiles={() => setTab('files')}
                  />
                )}
                <div className={classes.preview}>
                  <LazySectionPreview
                    rootPath={rootPath}
                    dataset={dataset}
                    upload={renderUpload({ isPrimary: false, label: 'Upload missing images' })}
                  />
                </div>
              </div>
              {dataset !== undefined && (
                <div className={classes.jobs}>
                  <Jobs datasetHash={dataset.datasetHash} />
                </div>
              )}
            </>
          }
          second={
            <Tabs id={tabsId} value={tab} onChange={setTab} className={classes.side ?? ''}>
              <div className={classes.sideHead}>
                <Tabs.List className={classes.tabs ?? ''}>
                  <Tabs.Tab value="files">Files</Tabs.Tab>
                  <Tabs.Tab value="metadata">Metadata</Tabs.Tab>
                </Tabs.List>
                {dataset !== undefined && <div hidden={tab !== 'files'}>{viewSwitch}</div>}
                <div ref={setToolbarSlot} className={classes.toolbar} hidden={tab !== 'files' || strip !== undefined} />
              </div>
              {/* Stays active while it is hidden: its buttons are in the title row. */}
              <div
                role="tabpanel"
                id={`${tabsId}-panel-files`}
                aria-labelledby={`${tabsId}-tab-files`}
                className={classes.panel}
                hidden={tab !== 'files'}
              >
                {isInitialLoad && (
                  <Box px="md">
                    <SkeletonRows count={10} />
                  </Box>
                )}
                {strip}
                <div className={classes.panel} hidden={isInitialLoad || strip !== undefined}>
                  <FileBrowser
                    rootPath={rootPath}
                    rootTitle={title}
                    isMain
                    fills
                    pictures={LIST_PICTURES}
                    emptyHint="Uploaded section images appear here."
                    emptyState={arriving}
                    emptyAction={chooseToUpload}
                    followsPreview
                    renderUpload={renderUpload}
                    actionsSlot={actionsSlot}
                    toolbarSlot={toolbarSlot}
                  />
                </div>
              </div>
              <Tabs.Panel value="metadata" className={classes.metadata ?? ''}>
                <MetadataPanel
                  dataset={dataset}
                  project={project}
                  title={title}
                  renderImport={(tools) => <MosaicImport {...tools} rootPath={rootPath} />}
                />
              </Tabs.Panel>
            </Tabs>
          }
        />
      )}
    </div>
  );
}

/** Makes the viewer show the same as the preview. */
function useViewerFragment(): string {
  const { shown } = useShownSection();
  const { off } = usePlaceFromUrl();
  const { chosen } = useChannelColours();
  return viewerFragment({ section: shown?.section, layer: shown?.layer, off }, chosen);
}

interface StateProps extends Pick<ComponentProps<typeof DatasetStateLine>, 'datasetHash' | 'state' | 'onOpenJob'> {
  readonly uploadPath: string;
}

function State({ uploadPath, ...line }: StateProps) {
  return (
    <DatasetStateLine
      {...line}
      viewerFragment={useViewerFragment()}
      renderUpload={(label) => <UploadButton to={uploadPath} isPrimary {...(label !== undefined && { label })} />}
    />
  );
}

/** The states of the jobs, with a link to the viewer. */
function Jobs({ datasetHash }: Pick<Dataset, 'datasetHash'>) {
  return <JobStates datasetHash={datasetHash} viewerFragment={useViewerFragment()} />;
}

/** Returns the tab on the right. Opening the metadata form shows its tab, which stays after the form is closed. */
function useTab() {
  const isFormOpen = hasFormOpen(useLocation().search);
  const [wasFormOpen, setWasFormOpen] = useState(isFormOpen);
  const [tab, setTab] = useState<string | null>(isFormOpen ? 'metadata' : 'files');
  if (isFormOpen !== wasFormOpen) {
    setWasFormOpen(isFormOpen);
    if (isFormOpen) setTab('metadata');
  }
  return [tab, setTab] as const;
}

interface CompletenessProps {
  readonly dataset: Dataset;
  /** Undefined until all files are listed. */
  readonly assessment: Assessment | undefined;
  /** True while files are loading or being parsed. */
  readonly isPending: boolean;
  /** Called when a place is chosen and the list shows its files. */
  readonly onShowFiles: () => void;
}

/** The completeness of the files, which requires a complete listing. */
function Completeness({ dataset, assessment, isPending, onShowFiles }: CompletenessProps) {
  if (assessment !== undefined)
    return <DatasetCompleteness dataset={dataset} assessment={assessment} onShowFiles={onShowFiles} />;
  if (isPending) return <CompletenessPlaceholder dataset={dataset} />;
  return <EmptyState title="No preview" hint="Completeness and preview need the whole list of files." />;
}
