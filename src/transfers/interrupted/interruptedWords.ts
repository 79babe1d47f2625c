import { gatherWords } from '../../lib/gatherWords';
import { counted, plural } from '../../lib/plural';
import { formatBytes } from '../../lib/formatBytes';
import type { InterruptedSummary } from './interruptedSelectors';
import type { SelectionResult } from './interruptedSlice';
import { formatCount } from '../../lib/formatNumber';

/** What the bar of an interrupted upload calls things. */
export const interruptedBarWords = gatherWords({
  interruptedUpload: 'Interrupted upload',
  resume: 'Resume',
  discard: 'Discard',
  furtherFiles: (count: number) => counted(count, 'further file'),
});

/** Said while another tab has files in its queue. */
export const ELSEWHERE_WORDS = 'An upload is running in another tab. It goes on as long as that tab stays open.';

/** Asks for the files where the browser can't open them by itself. */
export const CHOOSE_WORDS = 'Choose the same files or folder again, or drop them here: only what is missing is sent.';

/** What discarding means. */
export const DISCARD_WORDS =
  'What the server holds of the interrupted files is removed, and they can no longer be resumed. Files that are complete stay.';

/** What is left of an interrupted upload: `837 of 3,000 files are left (412.70 GB)`. */
export function interruptedWords({ left, total, bytesLeft }: InterruptedSummary): string {
  const verb = plural(left, 'is', 'are');
  return `An upload was interrupted: ${formatCount(left)} of ${counted(total, 'file')} ${verb} left (${formatBytes(bytesLeft)}).`;
}

/** What came of a selection, as far as it left something open. */
export function resultWords({ resumed, missing, foreign, forbidden, refused }: SelectionResult): string {
  if (resumed === 0 && refused.length === 0 && forbidden === 0) {
    return 'None of the chosen files belongs to the interrupted upload: path, size and time must be the same.';
  }
  return [
    resumed > 0 && `${counted(resumed, 'file')} ${plural(resumed, 'goes', 'go')} on.`,
    missing > 0 && `${counted(missing, 'file')} ${plural(missing, 'was', 'were')} not among the chosen ones.`,
    foreign > 0 && `${counted(foreign, 'other chosen file')} ${plural(foreign, 'is', 'are')} not needed.`,
    forbidden > 0 && `The browser was not allowed to open ${counted(forbidden, 'file')}.`,
    refused.length > 0 && `${counted(refused.length, 'file')} can’t go on: discard, and upload anew what has changed.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}
