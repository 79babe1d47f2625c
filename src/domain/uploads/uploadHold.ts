import type { QueueStatus } from './uploadQueue';

/** Why none of the files in the queue is being sent. */
export type UploadHold = 'paused' | 'offline' | 'signedOut' | 'cancelling';

/** Returns undefined while files are being sent. */
export function holdOf(status: QueueStatus): UploadHold | undefined {
  switch (status.kind) {
    case 'running':
      return undefined;
    case 'waiting':
      return status.reason === 'network' ? 'offline' : 'signedOut';
    case 'paused':
    case 'cancelling':
      return status.kind;
  }
}

/** Says why files wait, without a full stop. */
export function holdText(hold: UploadHold): string {
  switch (hold) {
    case 'paused':
      return 'The upload is paused';
    case 'offline':
      return 'Offline';
    case 'signedOut':
      return 'Signed out';
    case 'cancelling':
      return 'An upload is being cancelled';
  }
}
