import type { Pipeline, PipelineRun } from '../../api/pipelines';
import { pipelineWords } from './pipelineWords';

/** What a run's state means for the person; undefined where it says enough. */
export function pipelineHint(pipeline: Pipeline, status: PipelineRun['status']): string | undefined {
  if (status === 'FAILED') return pipelineWords.failed;
  if (status === 'DONE') return undefined;
  return status === 'QUEUED' && pipeline !== 'pyramid' ? pipelineWords.waitsForLab : pipelineWords.goesOn;
}
