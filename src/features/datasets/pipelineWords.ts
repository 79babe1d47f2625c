import type { Pipeline, PipelineRun } from '../../api/pipelines';

/** The names of the buttons. */
export const PIPELINE_LABELS: Readonly<Record<Pipeline, string>> = {
  multimodel: 'Multi-Modal Registration',
  pyramid: 'Add To Viewer',
  atlas: 'Register For Atlas',
};

/** How a run stands, in one word. */
export const STATE_WORDS: Readonly<Record<PipelineRun['status'], string>> = {
  QUEUED: 'queued',
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
};

/** What a run's state means for the person. */
export function pipelineHint(pipeline: Pipeline, status: PipelineRun['status']): string | undefined {
  if (status === 'FAILED') return 'The files are as they were. You can start it again.';
  if (status === 'DONE') return undefined;
  if (status === 'QUEUED' && pipeline !== 'pyramid') {
    return 'It waits for a worker of your lab to take it. You can leave this page.';
  }
  return 'It goes on without this page: you can leave it.';
}
