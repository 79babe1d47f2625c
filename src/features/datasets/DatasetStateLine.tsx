import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DatasetState, NextStep, ViewerState } from '@data-manager/domain/completeness/datasetState';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { formatCount } from '@data-manager/lib/formatNumber';
import { isWebLink } from '@data-manager/lib/webLink';
import { useFeature } from '../../api/configuration';
import { isOpenRun, useLatestRun, type Pipeline, type PipelineRun } from '../../api/pipelines';
import { usePorts } from '../../platform/portsContext';
import { RestoreButton } from '../../widgets/RestoreButton';
import classes from './datasets.module.css';
import { PipelineButton, usePipelineRun, withFragment } from './Pipelines';

interface DatasetStateLineProps {
  readonly datasetHash: string;
  /** Undefined until the files are listed. The line keeps its space. */
  readonly state: DatasetState | undefined;
  /** Makes the viewer show the same as the preview. */
  readonly viewerFragment: string;
  /** Renders the button that opens the upload screen. */
  readonly renderUpload: (label?: string) => ReactNode;
  /** Opens the dialog that starts a pipeline. */
  readonly onOpenJob: (pipeline: Pipeline) => void;
  /** Shown at the end of the line. */
  readonly aside?: ReactNode;
}

/** The state of a dataset in one sentence, with the button for the next step. */
export function DatasetStateLine({ state, aside, ...step }: DatasetStateLineProps) {
  return (
    // Progress of an upload is announced elsewhere.
    <StateLine text={state?.text} isAnnounced={state?.next.kind !== 'wait'}>
      {state !== undefined && <NextStepButton next={state.next} {...step} />}
      {aside}
    </StateLine>
  );
}

interface StateLineProps {
  /** Undefined until it is known. The line keeps its space. */
  readonly text: string | undefined;
  readonly isAnnounced?: boolean;
  /** The button for the next step. */
  readonly children: ReactNode;
}

/** A sentence about a dataset or folder, with the button for the next step. */
export function StateLine({ text, isAnnounced = true, children }: StateLineProps) {
  return (
    <div className={classes.stateLine}>
      <p role="status" aria-label="Dataset state" aria-live={isAnnounced ? 'polite' : 'off'}>
        {text}
      </p>
      {children}
    </div>
  );
}

interface NextStepButtonProps extends Omit<DatasetStateLineProps, 'state' | 'aside'> {
  readonly next: NextStep;
}

function NextStepButton({ next, datasetHash, viewerFragment, renderUpload, onOpenJob }: NextStepButtonProps) {
  switch (next.kind) {
    case 'upload':
      return renderUpload();
    case 'restore':
      return <RestoreButton keys={next.keys} label={`Restore (${formatCount(next.keys.length)})`} />;
    case 'uploadMissing':
      return renderUpload(`Upload missing (${formatCount(next.count)})`);
    case 'wait':
    case 'load':
    case 'resume':
      return null;
    case 'addToViewer':
      return <PipelineButton pipeline="pyramid" datasetHash={datasetHash} onOpen={onOpenJob} isPrimary />;
    case 'openViewer':
      return <OpenViewerButton datasetHash={datasetHash} viewerFragment={viewerFragment} />;
  }
}

function OpenViewerButton({ datasetHash, viewerFragment }: Pick<Dataset, 'datasetHash'> & { viewerFragment: string }) {
  const { page } = usePorts();
  const { run } = usePipelineRun({ pipeline: 'pyramid', datasetHash });
  const hasViewerPlace = useFeature('pipelines.viewerPlace');
  const url = run?.viewerUrl;
  if (!isWebLink(url)) return null;
  return (
    <Button
      variant="filled"
      size="xs"
      leftSection={<IconExternalLink size={16} aria-hidden />}
      onClick={() => page.openTab(hasViewerPlace ? withFragment(url, viewerFragment) : url)}
    >
      Open viewer
    </Button>
  );
}

/** Returns whether a dataset is in the viewer; undefined while that is loading, or without a dataset. */
export function useViewerState(datasetHash: string | undefined): ViewerState | undefined {
  const skip = datasetHash === undefined;
  const { run, error } = useLatestRun({ pipeline: 'pyramid', datasetHash: datasetHash ?? '' }, { skip });
  if (skip) return undefined;
  if (error !== undefined) return 'none';
  return run === undefined ? undefined : viewerStateOf(run);
}

function viewerStateOf(run: PipelineRun | null): ViewerState {
  if (run === null) return 'none';
  if (isOpenRun(run)) return 'pending';
  if (run.status === 'FAILED') return 'failed';
  return isWebLink(run.viewerUrl) ? 'done' : 'none';
}
