import { gatherWords } from '../../lib/gatherWords';

/** What is told of a recording of the transfers. */
export const recorderWords = gatherWords({
  saved:
    'The transfer recording is saved. It names people, folders and files; it holds no tokens, no links and no file contents.',
});
