import { isWebPage } from '@data-manager/domain/failures/serverResponse';
import { answerLimit } from '@data-manager/domain/uploads/uploadPlan';
import type { PutPartRequest, PutPartResult } from './ports';
import { watchProgress } from './wait';

/** What a client reports while it sends a part. */
export interface Sending {
  readonly sent: (bytes: number) => void;
  readonly sentAll: () => void;
  readonly answered: (status: number, etag: string | null, contentType: string | null) => void;
  readonly unreachable: () => void;
}

/**
 * Sends one part to its presigned URL, and gives up if it is aborted or makes no progress.
 *
 * @param send starts a client, and returns the function that ends it
 */
export function sendPart(
  { url, body, signal, stallMs, onProgress }: PutPartRequest,
  send: (sending: Sending) => () => void,
): Promise<PutPartResult> {
  if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
  // The URL comes from a response and may be malformed: treated like a URL that the storage rejects.
  if (!URL.canParse(url)) return Promise.resolve({ kind: 'answered', status: 0, etag: null });
  return new Promise((resolve) => {
    const sentFrom = performance.now();
    const watch = watchProgress(stallMs, () => giveUp({ kind: 'stalled' }));
    const settle = (result: PutPartResult): void => {
      watch.stop();
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const giveUp = (result: PutPartResult): void => {
      settle(result);
      end();
    };
    const abort = (): void => giveUp({ kind: 'aborted' });
    signal.addEventListener('abort', abort);
    const end = send({
      sent: (bytes) => {
        watch.progressed();
        onProgress(bytes);
      },
      // A proxy may take the body at once, and pass it on slowly.
      sentAll: () => watch.progressed(answerLimit(body.size, performance.now() - sentFrom)),
      answered: (status, etag, contentType) =>
        settle(isWebPage(contentType) ? { kind: 'intercepted' } : { kind: 'answered', status, etag }),
      unreachable: () => settle({ kind: 'unreachable' }),
    });
  });
}
