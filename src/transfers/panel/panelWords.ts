import { formatBytes } from '../../lib/formatBytes';
import { formatCount, formatPercent } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** What the panel of transfers says, but for where each transfer stands (`transferWords.ts`). */
export const panelWords = gatherWords({
  transfers: 'Transfers',
  expand: 'Expand',
  collapse: 'Collapse',
  moreActions: 'More actions for transfers',
  confirmCancel: 'Please confirm to cancel the ongoing process',

  /** The promised form of a tab's name: plain figures, in any locale. */
  downloads: (count: number) => `Downloads (${String(count)})`,
  archives: (count: number) => `${counted(count, 'archive')}, one at a time`,
  clearAll: 'Clear All',
  cancelDownload: 'Cancel',
  removeDownload: 'Remove',
  retryDownload: 'retry',

  uploads: (count: number) => `Uploads (${String(count)})`,
  allUploads: 'All uploads',
  pauseUpload: 'pause',
  resumeUpload: 'resume',
  cancelUpload: 'cancel',
  retryUpload: 'retry',
  notifyMe: 'Notify me when done',
  uploadEnd: 'Finished upload',
  showUploaded: 'Show the files',
  dismiss: 'Dismiss',
  percent: (percent: number) => formatPercent(percent),
  sentOf: (sent: number, total: number) => `${formatBytes(sent)} of ${formatBytes(total)}`,
  finalising: 'finalising',
  done: (count: number) => `${formatCount(count)} done`,
  failed: (count: number) => `${formatCount(count)} failed`,
});
