import type { Ports, PutPartRequest, PutPartResult } from './ports';
import { watchProgress } from './watchProgress';

/** Sends one part to its presigned URL. XHR, since fetch tells no progress of what is sent. */
export const putPart: Ports['putPart'] = (request) => putPartWith(() => new XMLHttpRequest(), request);

/** `putPart` over a given kind of request. */
export function putPartWith(open: () => XMLHttpRequest, request: PutPartRequest): Promise<PutPartResult> {
  const { url, body, signal, stallMs, onProgress } = request;
  if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const xhr = open();
    const watch = watchProgress(stallMs, () => giveUp({ kind: 'stalled' }));
    const settle = (result: PutPartResult): void => {
      watch.stop();
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const giveUp = (result: PutPartResult): void => {
      settle(result);
      xhr.abort();
    };
    const abort = (): void => giveUp({ kind: 'aborted' });
    xhr.upload.onprogress = (event) => {
      watch.progressed();
      onProgress(event.loaded);
    };
    xhr.onload = () => settle({ kind: 'answered', status: xhr.status, etag: xhr.getResponseHeader('ETag') });
    xhr.onerror = () => settle({ kind: 'unreachable' });
    signal.addEventListener('abort', abort);
    try {
      xhr.open('PUT', url);
    } catch {
      // The URL comes from an answer and may be none at all: a refusal, like any other address that is no good.
      settle({ kind: 'answered', status: 0, etag: null });
      return;
    }
    xhr.setRequestHeader('Content-Type', 'application/octet-stream');
    xhr.send(body);
  });
}
