import type { Pipeline, PipelineRun } from '../../api/pipelines';
import { gatherWords } from '../../lib/gatherWords';

/** What is said of pipelines and their runs. */
export const pipelineWords = gatherWords({
  /** The names of the buttons. */
  names: {
    multimodel: 'Multi-Modal Registration',
    pyramid: 'Add To Viewer',
    atlas: 'Register For Atlas',
  } satisfies Readonly<Record<Pipeline, string>>,
  /** How a run stands, in one word. */
  states: {
    QUEUED: 'queued',
    RUNNING: 'running',
    DONE: 'done',
    FAILED: 'failed',
  } satisfies Readonly<Record<PipelineRun['status'], string>>,
  unknownState: 'unknown',
  runOf: (pipeline: string, state: string) => `${pipeline}: ${state}`,
  stateNotRead: (reason: string) => `Its state could not be read: ${reason}`,
  openInViewer: 'Open in viewer',

  /** What a run's state means for the person. */
  waitsForLab: 'It waits until a computer of your lab takes it up. You can leave this page.',
  goesOn: 'It goes on without this page: you can leave it.',
  failed: 'The files are as they were. You can start it again.',
});
