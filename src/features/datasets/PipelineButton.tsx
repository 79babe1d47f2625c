import { Anchor, Button, Group, Text } from '@mantine/core';
import { usePipelineStatusQuery, useStartPipelineMutation, type Pipeline, type PipelineRun } from '../../api/pipelines';
import { PIPELINE_POLL_MS } from '../../domain/constants';

const LABELS: Readonly<Record<Pipeline, string>> = {
  multimodel: 'Multi-Modal Registration',
  pyramid: 'Add To Viewer',
  atlas: 'Register For Atlas',
};

const STATE_WORDS: Readonly<Record<PipelineRun['status'], string>> = {
  QUEUED: 'queued',
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
};

interface PipelineProps {
  readonly pipeline: Pipeline;
  readonly datasetHash: string;
}

/** Starts a pipeline over a dataset; not while one is on its way. */
export function PipelineButton({ pipeline, datasetHash }: PipelineProps) {
  const { run, isPending } = usePipelineRun({ pipeline, datasetHash });
  const [start, { isLoading }] = useStartPipelineMutation();
  return (
    <Button
      size="xs"
      variant="default"
      loading={isLoading}
      disabled={isPending || run === undefined}
      onClick={() => void start({ pipeline, datasetHash })}
    >
      {LABELS[pipeline]}
    </Button>
  );
}

/** What became of the last run; nothing where there was none. */
export function PipelineState({ pipeline, datasetHash }: PipelineProps) {
  const { run } = usePipelineRun({ pipeline, datasetHash });
  if (!run) return null;
  return (
    <Group gap={6} role="status">
      <Text size="xs" c={run.status === 'FAILED' ? 'red' : 'dimmed'}>
        {LABELS[pipeline]}: {STATE_WORDS[run.status]}
      </Text>
      {run.viewerUrl !== undefined && isWebAddress(run.viewerUrl) && (
        <Anchor size="xs" href={run.viewerUrl} target="_blank" rel="noreferrer">
          Open in viewer
        </Anchor>
      )}
    </Group>
  );
}

/** The last run (null: none yet, undefined: not known yet), asked for again while it is on its way. */
function usePipelineRun(job: PipelineProps) {
  const { currentData: run, isError } = usePipelineStatusQuery(job);
  const isPending = run?.status === 'QUEUED' || run?.status === 'RUNNING';
  usePipelineStatusQuery(job, { skip: !isPending, pollingInterval: PIPELINE_POLL_MS });
  // A state that can't be read does not keep anybody from starting.
  return { run: isError ? (run ?? null) : run, isPending };
}

/** An address from the server becomes a link only if it leads to a web page. */
function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
