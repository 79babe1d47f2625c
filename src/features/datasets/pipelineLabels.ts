import { IconAlertCircle, IconCircleCheck, IconClock, IconProgress, type TablerIcon } from '@tabler/icons-react';
import type { Pipeline, PipelineRun } from '../../api/pipelines';

/** In the order of their buttons. */
export const PIPELINES: readonly Pipeline[] = ['multimodel', 'pyramid', 'atlas'];

export const PIPELINE_SHORT_LABELS: Readonly<Record<Pipeline, string>> = {
  multimodel: 'Registration',
  pyramid: 'Viewer',
  atlas: 'Atlas',
  seal: 'Seal',
};

export const RUN_ICONS: Readonly<Record<PipelineRun['status'], TablerIcon>> = {
  FAILED: IconAlertCircle,
  RUNNING: IconProgress,
  QUEUED: IconClock,
  DONE: IconCircleCheck,
};
