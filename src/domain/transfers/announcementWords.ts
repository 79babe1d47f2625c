import { formatCount, formatPercent } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** What is said aloud of the transfers, and what a notification says of them. */
export const announcementWords = gatherWords({
  preparing: (title: string) => `Preparing ${title}.`,
  ready: (title: string) => `${title} is ready and about to be saved.`,
  prepared: (percent: number, title: string) => `${formatPercent(percent)} of ${title} prepared.`,
  failed: (name: string, why: string) => `${name} failed: ${why}`,

  uploading: (files: number) => `Uploading ${counted(files, 'file')}.`,
  uploaded: (percent: number) => `${formatPercent(percent)} uploaded.`,
  filesFailed: (files: number) => `${counted(files, 'file')} failed.`,
  endedWithFailures: (done: number, failed: number) =>
    `${counted(done, 'file')} uploaded, ${formatCount(failed)} failed.`,
  ended: (files: number) => (files === 1 ? 'The file is uploaded.' : `All ${counted(files, 'file')} are uploaded.`),
});
