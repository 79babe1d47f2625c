import { useEffect, useState } from 'react';
import {
  usePipelineStatusQuery,
  useStartPipelineMutation,
  type PipelineJob,
  type PipelineRun,
} from '../../api/pipelines';
import { PIPELINE_FAST_POLLS, PIPELINE_POLL_MS, PIPELINE_SLOW_POLL_MS } from '../../domain/constants';

/** A pipeline of a dataset, as its button and its state show it. */
export function usePipelineRun(job: PipelineJob) {
  // One key for button and state, so that both know at once what was started.
  const [start, starting] = useStartPipelineMutation({ fixedCacheKey: `${job.pipeline}/${job.datasetHash}` });
  const { currentData, error, fulfilledTimeStamp: askedAt = 0 } = usePipelineStatusQuery(job);
  const { data: started, fulfilledTimeStamp: startedAt = 0, isLoading: isStarting } = starting;
  // The answer to the start counts until a later one about the state has come.
  const run = started !== undefined && startedAt > askedAt ? started : currentData;
  return {
    /** The last run; null: there was none; undefined: not known yet. */
    run: error === undefined ? run : (run ?? null),
    error,
    isStarting,
    isPending: isPending(run),
    start: () => void start(job),
  };
}

/** Asks for the state again while the pipeline is on its way and the page is seen: often at first, then slowly. */
export function usePipelinePolling(job: PipelineJob, isOnItsWay: boolean): void {
  const [asked, setAsked] = useState(0);
  const { startedTimeStamp } = usePipelineStatusQuery(job, {
    pollingInterval: !isOnItsWay ? 0 : asked > PIPELINE_FAST_POLLS ? PIPELINE_SLOW_POLL_MS : PIPELINE_POLL_MS,
    skipPollingIfUnfocused: true,
    // Meanwhile somebody else may have started it, or a worker ended it; an address of the viewer is good for a time.
    refetchOnMountOrArgChange: true,
  });
  useEffect(() => {
    setAsked((count) => (isOnItsWay ? count + 1 : 0));
  }, [isOnItsWay, startedTimeStamp]);
}

function isPending(run: PipelineRun | null | undefined): boolean {
  return run?.status === 'QUEUED' || run?.status === 'RUNNING';
}
