import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { plural } from '../../lib/plural';

/** What is told of the record that a browser keeps of its uploads. */
export const journalWords = gatherWords({
  notKept:
    'If this page closes, the upload can’t be resumed: the browser keeps no record of it (a private window, or a full disk). The upload itself goes on.',
  leftOut: (count: number) =>
    plural(
      count,
      'The record of 1 interrupted upload could not be read and was left out.',
      `The records of ${formatCount(count)} interrupted uploads could not be read and were left out.`,
    ),
  serverNotTold:
    'The interrupted upload could not be discarded: the server could not be told. What it holds of it stays; please try again.',
  notForgotten:
    'The server has discarded the interrupted upload, but this browser could not forget it and will offer it again.',
});
