import { Anchor, Button, Group, Popover, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconHelpCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { PIPELINE_FAST_POLLS, PIPELINE_POLL_MS, PIPELINE_SLOW_POLL_MS } from '@data-manager/domain/constants';
import { PIPELINE_LABELS } from '@data-manager/domain/jobs/pipelineLabels';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { isWebLink } from '@data-manager/lib/webLink';
import { useFeature } from '../../api/configuration';
import {
  isOpenRun,
  useCancelPipelineMutation,
  useLatestRun,
  useStartPipelineMutation,
  type Pipeline,
  type PipelineJob,
  type PipelineRun,
} from '../../api/pipelines';
import { queryErrorText } from '../../api/queryErrorText';
import { lazyPopup } from '../../ui/lazyWithRetry';
import classes from './datasets.module.css';
import { PIPELINE_SHORT_LABELS, RUN_ICONS } from './pipelineLabels';

const JobDialog = lazyPopup(() => import('./JobDialog').then((module) => module.JobDialog));

interface PipelineButtonProps {
  readonly pipeline: Pipeline;
  readonly datasetHash: string;
  /** Emphasizes the button. */
  readonly isPrimary?: boolean;
  /** Opens the dialog that starts the pipeline. */
  readonly onOpen: (pipeline: Pipeline) => void;
}

/** Opens the dialog that starts a pipeline for a dataset. Disabled while a run is in progress. */
export function PipelineButton({ pipeline, datasetHash, isPrimary = false, onOpen }: PipelineButtonProps) {
  const { run, isPending, isStarting } = usePipelineRun({ pipeline, datasetHash });
  return (
    <Button
      {...(isPrimary ? { size: 'xs', variant: 'filled' } : { size: 'compact-sm', fz: 'xs' })}
      loading={isStarting}
      disabled={isPending || run === undefined}
      onClick={() => onOpen(pipeline)}
    >
      {PIPELINE_LABELS[pipeline]}
    </Button>
  );
}

interface PipelineDialogProps {
  readonly pipeline: Pipeline;
  readonly dataset: Dataset;
  /** `sponsor/project/dataset` */
  readonly rootPath: string;
  readonly onClose: () => void;
}

/** Starts a pipeline for a dataset. It does not belong to a button, which may move to another place while the dialog is open. */
export function PipelineDialog({ pipeline, dataset, rootPath, onClose }: PipelineDialogProps) {
  const { start } = usePipelineRun({ pipeline, datasetHash: dataset.datasetHash });
  return (
    <JobDialog
      title={PIPELINE_LABELS[pipeline]}
      dataset={dataset}
      rootPath={rootPath}
      onStart={start}
      onClose={onClose}
    />
  );
}

interface PipelineStateProps extends PipelineJob {
  /** Added to the viewer's URL, if the server's viewer reads it. */
  readonly viewerFragment?: string;
}

/** The state of a pipeline's latest run in one line; empty if it never ran. A click shows what does not fit. */
export function PipelineState({ pipeline, datasetHash, viewerFragment = '' }: PipelineStateProps) {
  const job = { pipeline, datasetHash };
  const { run, error, isPending } = usePipelineRun(job);
  usePipelinePolling(job, isPending);
  const canCancel = useFeature('pipelines.cancel');
  const hasViewerPlace = useFeature('pipelines.viewerPlace');
  const [cancel, { isLoading: isCancelling }] = useCancelPipelineMutation();
  const name = PIPELINE_LABELS[pipeline];
  // Keeps its column.
  if (!run && error === undefined) return <div />;
  const status = run ? run.status.toLowerCase() : 'unknown';
  const details = [
    run?.message,
    run && hintText(pipeline, run.status),
    error && `The status could not be loaded: ${queryErrorText(error)}`,
  ].filter((detail) => detail !== undefined && detail !== null);
  const Icon = run ? RUN_ICONS[run.status] : IconHelpCircle;
  return (
    <div role="status" aria-label={name} className={classes.state} data-status={run?.status}>
      <Group gap={6} wrap="nowrap" miw={0} maw="100%" h="1.75rem">
        <div className={classes.stateLabel}>
          <Icon size={14} aria-hidden />
          <span aria-hidden className={classes.stateName}>
            {PIPELINE_SHORT_LABELS[pipeline]}
          </span>
          <span aria-hidden className={classes.stateWord}>
            {status}
          </span>
          <VisuallyHidden>{`${name}: ${status}`}</VisuallyHidden>
          <StateDetails title={`${name}: ${status}`} details={details} />
        </div>
        {run?.status === 'QUEUED' && canCancel && (
          <Button
            size="compact-xs"
            variant="subtle"
            className={classes.stateAction ?? ''}
            loading={isCancelling}
            onClick={() => void cancel({ ...job, jobId: run.jobId })}
          >
            <IconX size={14} aria-hidden />
            <span className={classes.actionText}>Cancel job</span>
          </Button>
        )}
        {run?.status === 'DONE' && isWebLink(run.viewerUrl) && (
          <Anchor
            size="xs"
            className={classes.stateAction ?? ''}
            href={hasViewerPlace ? withFragment(run.viewerUrl, viewerFragment) : run.viewerUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            <IconExternalLink size={14} aria-hidden />
            <span className={classes.actionText}>Open viewer</span>
          </Anchor>
        )}
      </Group>
      {details.length > 0 && <span className={classes.details}>{details.join(' ')}</span>}
    </div>
  );
}

interface StateDetailsProps {
  readonly title: string;
  readonly details: readonly string[];
}

/** A button over the state that opens all of its text. */
function StateDetails({ title, details }: StateDetailsProps) {
  return (
    <Popover position="top-start" width="max-content" shadow="md" withinPortal>
      <Popover.Target>
        <UnstyledButton className={classes.stateButton ?? ''} aria-label="Details" title={details.join(' ')} />
      </Popover.Target>
      <Popover.Dropdown maw="min(24rem, calc(100vw - 2rem))" style={{ overflowWrap: 'anywhere' }}>
        <Text size="xs" fw={600}>
          {title}
        </Text>
        {details.map((detail) => (
          <Text key={detail} size="xs" mt={4}>
            {detail}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Adds a place to the URL of a viewer. */
export function withFragment(url: string, fragment: string): string {
  return fragment === '' || url.includes('#') ? url : `${url}#${fragment}`;
}

function hintText(pipeline: Pipeline, status: PipelineRun['status']): string | undefined {
  if (status === 'DONE') return undefined;
  if (status === 'FAILED') return 'The files are unchanged. You can start it again.';
  // The server itself runs the others.
  const isOnLabComputer = pipeline === 'multimodel' || pipeline === 'atlas';
  const state =
    status === 'QUEUED' && isOnLabComputer ? 'Waiting for an available workstation' : 'Runs in the background';
  return `${state}. You can leave this page.`;
}

/** Returns the latest run of a pipeline and a function to start it. */
export function usePipelineRun(job: PipelineJob) {
  // The button and the state share the mutation result, so that both show a started run immediately.
  const [start, mutation] = useStartPipelineMutation({ fixedCacheKey: `${job.pipeline}/${job.datasetHash}` });
  const { run: fetched, error, fulfilledTimeStamp: fetchedAt = 0 } = useLatestRun(job);
  const { data: started, fulfilledTimeStamp: startedAt = 0, isLoading: isStarting } = mutation;
  const run = started !== undefined && startedAt > fetchedAt ? started : fetched;
  return {
    /** Null if the pipeline never ran; undefined while the status is loading. */
    run: error === undefined ? run : (run ?? null),
    error,
    isStarting,
    isPending: run !== null && run !== undefined && isOpenRun(run),
    start: (use: readonly string[]) => void start({ ...job, use }),
  };
}

/** Polls the status of a pending run while the page is focused: frequently at first, then less often. */
export function usePipelinePolling(job: PipelineJob, isPending: boolean): void {
  const [polls, setPolls] = useState(0);
  const { startedTimeStamp } = useLatestRun(job, {
    pollingInterval: !isPending ? 0 : polls > PIPELINE_FAST_POLLS ? PIPELINE_SLOW_POLL_MS : PIPELINE_POLL_MS,
    skipPollingIfUnfocused: true,
    // Another user may have started a run, the run may have ended, and the viewer's URL expires.
    refetchOnMountOrArgChange: true,
  });
  useEffect(() => {
    setPolls((count) => (isPending ? count + 1 : 0));
  }, [isPending, startedTimeStamp]);
}
