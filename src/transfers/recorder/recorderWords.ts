import { gatherWords } from '../../lib/gatherWords';

/** What is told of a recording of the transfers, and what asks for it. */
export const recorderWords = gatherWords({
  saveRecording: 'Save transfer recording',
  saved:
    'The transfer recording is saved. It names people, folders and files; it holds no tokens, no links and no file contents.',
});
