import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted, plural } from '../../lib/plural';

/** What is said of an upload that was interrupted. */
export const interruptedWords = gatherWords({
  interruptedUpload: 'Interrupted upload',
  /** How much of it is left. */
  left: (left: number, total: number, bytesLeft: number) =>
    `An upload was interrupted: ${formatCount(left)} of ${counted(total, 'file')} ${plural(left, 'is', 'are')} left (${formatBytes(bytesLeft)}).`,
  elsewhere: 'An upload is running in another tab. It goes on as long as that tab stays open.',
  resume: 'Resume',
  /** The browser can't open the files by itself. */
  choose: 'Choose the same files or folder again, or drop them here: only what is missing is sent.',
  discard: 'Discard',
  whatDiscardingMeans:
    'What the server holds of the interrupted files is removed, and they can no longer be resumed. Files that are complete stay.',

  /** What came of a selection. */
  noneBelongs: 'None of the chosen files belongs to the interrupted upload: path, size and time must be the same.',
  resumed: (files: number) => `${counted(files, 'file')} ${plural(files, 'goes', 'go')} on.`,
  missing: (files: number) => `${counted(files, 'file')} ${plural(files, 'was', 'were')} not among the chosen ones.`,
  foreign: (files: number) => `${counted(files, 'other chosen file')} ${plural(files, 'is', 'are')} not needed.`,
  forbidden: (files: number) => `The browser was not allowed to open ${counted(files, 'file')}.`,
  refused: (files: number) => `${counted(files, 'file')} can’t go on: discard, and upload anew what has changed.`,
  furtherFiles: (count: number) => counted(count, 'further file'),
});
