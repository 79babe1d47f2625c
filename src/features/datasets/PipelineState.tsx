import { Anchor, Group, Text } from '@mantine/core';
import type { PipelineJob } from '../../api/pipelines';
import { queryErrorWords } from '../../ui/queryErrorWords';
import { datasetsWords } from './datasetsWords';
import { PIPELINE_LABELS, pipelineHint, STATE_WORDS } from './pipelineWords';
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
    error && datasetsWords.stateNotRead(queryErrorWords(error)),
  ].filter((detail) => detail !== undefined && detail !== null);
  return (
    <Group gap={6} role="status" aria-label={PIPELINE_LABELS[pipeline]}>
      <Text size="xs" c={run?.status === 'FAILED' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {datasetsWords.runOf(PIPELINE_LABELS[pipeline], run ? STATE_WORDS[run.status] : datasetsWords.unknownState)}
      </Text>
      {details.length > 0 && (
        <Text size="xs" c="dimmed">
          {details.join(' ')}
        </Text>
      )}
      {run?.viewerUrl !== undefined && run.status === 'DONE' && isWebAddress(run.viewerUrl) && (
        <Anchor size="xs" href={run.viewerUrl} target="_blank" rel="noopener noreferrer">
          {datasetsWords.openInViewer}
        </Anchor>
      )}
    </Group>
  );
}

/** An address from the server becomes a link only if it leads to a web page. */
function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
