import type { Ports, PutPartRequest, PutPartResult } from './ports';
import { watchProgress } from './wait';

/** Sends one part to its presigned URL with `XMLHttpRequest`, since `fetch` does not report upload progress. */
export const putPart: Ports['putPart'] = (request) => putPartWith(() => new XMLHttpRequest(), request);

/** `putPart` with a given constructor of requests. */
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
      // The URL comes from a response and may be malformed: treated like a URL that the storage rejects.
      settle({ kind: 'answered', status: 0, etag: null });
      return;
    }
    xhr.setRequestHeader('Content-Type', 'application/octet-stream');
    xhr.send(body);
  });
}
