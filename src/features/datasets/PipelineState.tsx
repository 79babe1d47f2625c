import { Anchor, Group, Text } from '@mantine/core';
import type { PipelineJob } from '../../api/pipelines';
import { isWebLink } from '../../lib/webLink';
import { queryErrorText } from '../../ui/ErrorState';
import { pipelineHint } from './pipelineHint';
import { pipelineWords } from './pipelineWords';
import { usePipelinePolling, usePipelineRun } from './usePipelineRun';

/** What became of the last run of a pipeline; nothing where there was none. */
export function PipelineState({ pipeline, datasetHash }: PipelineJob) {
  const job = { pipeline, datasetHash };
  const { run, error, isPending } = usePipelineRun(job);
  usePipelinePolling(job, isPending);
  if (!run && error === undefined) return null;
  const details = [
    run?.message,
    run && pipelineHint(pipeline, run.status),
    error && pipelineWords.stateNotRead(queryErrorText(error)),
  ].filter((detail) => detail !== undefined && detail !== null);
  return (
    <Group gap={6} role="status" aria-label={pipelineWords.names[pipeline]}>
      <Text size="xs" c={run?.status === 'FAILED' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {pipelineWords.runOf(
          pipelineWords.names[pipeline],
          run ? pipelineWords.states[run.status] : pipelineWords.unknownState,
        )}
      </Text>
      {details.length > 0 && (
        <Text size="xs" c="dimmed">
          {details.join(' ')}
        </Text>
      )}
      {run?.status === 'DONE' && isWebLink(run.viewerUrl) && (
        <Anchor size="xs" href={run.viewerUrl} target="_blank" rel="noopener noreferrer">
          {pipelineWords.openInViewer}
        </Anchor>
      )}
    </Group>
  );
}
