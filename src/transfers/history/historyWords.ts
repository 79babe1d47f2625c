import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted, plural } from '../../lib/plural';

/** What the transfer history says. */
export const historyWords = gatherWords({
  transferHistory: 'Transfer history',
  uploads: 'Uploads',
  downloads: 'Downloads',
  aboutRecording: 'If a transfer went wrong, a recording of this page’s latest transfers lets developers replay it.',

  aboutDownloads:
    'What was handed to the browser since this page was opened. If a save was blocked or cancelled, save it again until its link expires.',
  noDownloads: 'No downloads yet',
  howDownloadsCome: 'An archive that was saved stays here until you leave the page.',
  download: 'Download',
  saved: 'Saved',
  saveAgain: 'Save again',
  linkExpired: 'Link expired',

  notRead: 'The receipts could not be read',
  unreadable: (records: number) =>
    `${counted(records, 'receipt')} could not be read and ${plural(records, 'is', 'are')} not listed. The uploaded files are not affected.`,
  noUploads: 'No uploads yet',
  howReceiptsCome:
    'Each file that you upload leaves a receipt here, in this browser: its size, the MD5 of each part and the checksum that the server confirmed.',
  nothingFound: 'Nothing here matches the search',
  saveCsv: 'Save as CSV',
  saveJson: 'Save as JSON',
  clear: 'Clear',
  clearReceipts: 'Clear the receipts?',
  whatClearingMeans: (receipts: number) =>
    `Your ${counted(receipts, 'receipt')} will be removed from this browser and cannot be brought back. What the search hides is removed too. The uploaded files stay on the server. Save the receipts first if you need them.`,

  name: 'Name',
  folder: 'Folder',
  size: 'Size',
  finished: 'Finished',
  duration: 'Duration',
  retries: 'Retries',
  checksum: 'Checksum',
  noRate: '–',
  copyChecksum: (file: string) => `Copy the checksum of ${file}`,
  checksumCopied: 'The checksum is on the clipboard.',

  receiptOf: (file: string) => `Receipt of ${file}`,
  spanAndRetries: (from: string, to: string, retries: number) => `${from} to ${to}, retries: ${formatCount(retries)}`,
  md5OfParts: (parts: number) => `MD5 of ${counted(parts, 'part')}`,
  copyMd5s: 'Copy the MD5s',
  md5sCopied: 'The MD5s are on the clipboard.',
});
