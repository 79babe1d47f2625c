import { Group, Text, VisuallyHidden } from '@mantine/core';
import { PIPELINE_LABELS } from '@data-manager/domain/jobs/pipelineLabels';
import type { PipelineRun, PipelineRuns } from '../../api/pipelines';
import { PIPELINE_SHORT_LABELS, PIPELINES, RUN_ICONS } from './pipelineLabels';

/** The first of these that a dataset has is shown. */
const BY_URGENCY: readonly PipelineRun['status'][] = ['FAILED', 'RUNNING', 'QUEUED', 'DONE'];

const COLOURS: Readonly<Record<PipelineRun['status'], string>> = {
  FAILED: 'var(--mantine-color-error)',
  RUNNING: 'var(--mantine-color-anchor)',
  QUEUED: 'dimmed',
  DONE: 'dimmed',
};

/** Returns a number that sorts datasets by the state of their most urgent job. */
export function jobsRank(runs: PipelineRuns | undefined): number {
  const rank = BY_URGENCY.findIndex((status) => Object.values(runs ?? {}).some((run) => run.status === status));
  return rank < 0 ? BY_URGENCY.length : rank;
}

/** Shows the most urgent state of a dataset's jobs. Its tooltip and screen readers give the states of all. */
export function JobsCell({ runs = {} }: { readonly runs: PipelineRuns | undefined }) {
  const status = BY_URGENCY[jobsRank(runs)];
  if (status === undefined) return null;
  const started = PIPELINES.filter((pipeline) => runs[pipeline] !== undefined);
  const shown = started.filter((pipeline) => runs[pipeline]?.status === status);
  const names = shown.map((pipeline) => PIPELINE_SHORT_LABELS[pipeline]);
  const all = started
    .map((pipeline) => `${PIPELINE_LABELS[pipeline]}: ${(runs[pipeline]?.status ?? '').toLowerCase()}`)
    .join(', ');
  const Icon = RUN_ICONS[status];
  return (
    <Group component="span" gap={6} wrap="nowrap" fz="xs" c={COLOURS[status]} title={all}>
      <Icon size={14} style={{ flex: 'none' }} aria-hidden />
      <Text span inherit truncate aria-hidden>
        {shown.length === 1 ? `${names.join()} ${status.toLowerCase()}` : `${shown.length} ${status.toLowerCase()}`}
      </Text>
      <VisuallyHidden>{all}</VisuallyHidden>
    </Group>
  );
}
