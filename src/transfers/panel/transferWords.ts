import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** Where transfers stand, in words; `transferState.ts` chooses among them. */
export const transferWords = gatherWords({
  queued: 'Queued',
  preparing: 'Preparing',
  preparingBut: (trouble: string) => `Preparing: ${trouble}`,
  stillAsking: (answer: string) => `${answer}; still asking`,
  unanswered: 'the server does not answer, still trying',
  ready: 'Ready, about to be saved',
  cancelling: 'Cancelling',
  incomplete: (state: string, packed: number, asked: number) =>
    `${state}; only ${formatCount(packed)} of ${formatCount(asked)} files`,
  downsampled: 'downsampled',
  files: (count: number) => counted(count, 'file'),
  madeOf: (made: number, total: number) => `${formatBytes(made)} of ${formatBytes(total)}`,

  waiting: 'Waiting',
  starting: 'Starting',
  uploading: 'Uploading',
  finalising: 'Finalising',

  paused: 'Paused; resume goes on with what is already there',
  /** Why the queue stands still. */
  held: {
    network: 'Waiting for the network; the upload goes on by itself',
    session: 'Waiting for your login; the upload then goes on',
  },
});
