import { useState } from 'react';
import { useSelector } from 'react-redux';
import { describeDataset, describeInterrupted, UNLISTED_STATE } from '@data-manager/domain/completeness/datasetState';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { useDeletedImages } from '../api/activity';
import { useNamedDataset } from '../api/datasets';
import { useAwaitedContents, useListing } from '../api/files';
import type { Pipeline } from '../api/pipelines';
import { useViewerState } from '../features/datasets/DatasetStateLine';
import { PipelineDialog } from '../features/datasets/Pipelines';
import { useDuplicateScans } from '../features/datasets/scanChoices';
import { useAssessment } from '../features/datasets/useAssessment';
import { ChannelColoursProvider } from '../features/preview/channels/channelColours';
import { usePorts } from '../platform/portsContext';
import type { WithSession } from '../session/sessionSlice';
import { selectIsInterruptedBelow, type WithInterrupted } from '../transfers/interrupted/interruptedSlice';
import { SplitPanes } from '../ui/SplitPanes';
import { ShownSectionProvider } from '../widgets/shownSection';
import { useFilesInside } from '../widgets/useFilesInside';
import { ComparisonPart, useComparisonRoute } from './comparison';
import { DatasetHead } from './DatasetHead';
import { DatasetImages } from './DatasetImages';
import classes from './DatasetScreen.module.css';
import { DatasetSide, useDatasetTab } from './DatasetSide';
import { useFilmstrip } from './filmstrip';
import { DatasetGate, type DatasetPlace } from './gates';
import { DropToUpload } from './uploadLinks';
import { useArrivals } from './useArrivals';
import { useOfferedUpload } from './useOfferedUpload';

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
  const rootPath = rootPathOf({ project, title });
  const uploadPath = buildPath({ sponsorId: project.sponsorId, project: project.title, dataset: title, upload: true });
  const { listing, isFetching, isComplete, error } = useListing(rootPath);
  useAwaitedContents(rootPath);
  const arrivals = useArrivals(rootPath, listing);
  const named = useNamedDataset(dataset);
  const files = useFilesInside(listing, rootPath);
  const deleted = useDeletedImages(rootPath);
  const assessment = useAssessment(files, arrivals, named, deleted);
  const viewer = useViewerState(dataset?.datasetHash);
  const isUnlisted = error !== undefined && !isFetching && !isComplete;
  const isInterrupted = useIsInterrupted(rootPath);
  const now = usePorts().clock.now();
  const known = assessment && viewer && deleted && describeDataset(assessment.completeness, viewer, deleted, now);
  const state = isUnlisted ? UNLISTED_STATE : known && isInterrupted ? describeInterrupted(known) : known;
  const renderUpload = useOfferedUpload(uploadPath, state);
  const { tab, choose, openForm } = useDatasetTab();
  const own = useFilesInside(listing, rootPath, named);
  const scans = useDuplicateScans(dataset?.datasetHash ?? rootPath, own, rootPath);
  const filmstrip = useFilmstrip(scans.shownFiles, assessment);
  const [actionsSlot, setActionsSlot] = useState<HTMLElement | null>(null);
  const comparison = useComparisonRoute(rootPath);
  const [job, setJob] = useState<Pipeline>();
  const place = { project, title, dataset, named, rootPath, uploadPath };
  return (
    <div className={classes.workspace} data-fills-window>
      {!comparison.isOpen && <DropToUpload name={title} to={uploadPath} />}
      <DatasetHead
        {...place}
        files={files}
        state={state}
        comparison={comparison}
        onEdit={openForm}
        actionsRef={setActionsSlot}
        onOpenJob={setJob}
      />
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
            <DatasetImages
              dataset={dataset}
              rootPath={rootPath}
              assessment={assessment}
              scans={scans}
              isPending={isFetching || isComplete}
              renderUpload={renderUpload}
              onShowFiles={() => choose('files')}
              onEdit={openForm}
            />
          }
          second={
            <DatasetSide
              {...place}
              tab={tab}
              onTabChange={choose}
              filmstrip={filmstrip}
              arrivals={arrivals}
              isInitialLoad={listing === undefined && isFetching && error === undefined}
              renderUpload={renderUpload}
              actionsSlot={actionsSlot}
            />
          }
        />
      )}
    </div>
  );
}

/** Returns true if the user has an interrupted upload into a dataset. */
function useIsInterrupted(rootPath: string): boolean {
  return useSelector((state: WithInterrupted & WithSession) => selectIsInterruptedBelow(state, `${rootPath}/`));
}
