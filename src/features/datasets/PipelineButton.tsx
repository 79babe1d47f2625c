import { Button } from '@mantine/core';
import type { PipelineJob } from '../../api/pipelines';
import { pipelineWords } from './pipelineWords';
import { usePipelineRun } from './usePipelineRun';

/** Starts a pipeline over a dataset; not while one is on its way. */
export function PipelineButton({ pipeline, datasetHash }: PipelineJob) {
  const { run, isPending, isStarting, start } = usePipelineRun({ pipeline, datasetHash });
  return (
    <Button size="xs" variant="default" loading={isStarting} disabled={isPending || run === undefined} onClick={start}>
      {pipelineWords.names[pipeline]}
    </Button>
  );
}
