import { matchKind } from '@data-manager/lib/match';
import type { QueueStatus } from './uploadQueue';

/** Why none of the files in the queue is being sent. */
export type UploadHold = 'paused' | 'offline' | 'signedOut' | 'cancelling';

/** Returns undefined while files are being sent. */
export function holdOf(status: QueueStatus): UploadHold | undefined {
  return matchKind(status, {
    running: () => undefined,
    waiting: ({ reason }) => (reason === 'network' ? 'offline' : 'signedOut'),
    paused: ({ kind }) => kind,
    cancelling: ({ kind }) => kind,
  });
}

const HOLD_TEXTS: Readonly<Record<UploadHold, string>> = {
  paused: 'The upload is paused',
  offline: 'Offline',
  signedOut: 'Signed out',
  cancelling: 'An upload is being cancelled',
};

/** Says why files wait, without a full stop. */
export function holdText(hold: UploadHold): string {
  return HOLD_TEXTS[hold];
}
