import type { FileImageFault } from '@data-manager/domain/pictures/pixels/fileImage';
import { err, ok, type Result } from '@data-manager/lib/result';
import type { Ports } from '../ports';
import type { SendCall } from '../workers/workerCalls';
import type { FileImageCalls } from './fileImageCalls';
import type { FileImageRequest } from './openedPictures';

/** Creates the port over a function that sends calls to the worker. */
export function createOpenFileImage(send: SendCall<FileImageCalls>): Ports['openFileImage'] {
  let opened = 0;
  return async ({ size, page, pages, url }, signal) => {
    const id = String((opened += 1));
    const header = await withUrl(url, signal, (current) =>
      send('open', [{ id, url: current, size, page, pages }], signal),
    );
    if (!header.ok) return header;
    return ok({
      header: header.value,
      readWindow: (level, rect, maxBytes, readSignal) =>
        withUrl(url, readSignal, (current) => send('read', [{ id, url: current, level, rect, maxBytes }], readSignal)),
      close: () => void send('close', [id]),
    });
  };
}

/** Makes a call, and repeats it once with a new URL if the storage refuses the known one. */
async function withUrl<Value>(
  url: FileImageRequest['url'],
  signal: AbortSignal,
  call: (url: string) => Promise<Result<Value, FileImageFault>>,
): Promise<Result<Value, FileImageFault>> {
  const attempt = async (isRenewed: boolean): Promise<Result<Value, FileImageFault>> => {
    const current = await url(isRenewed);
    if (signal.aborted) return err({ kind: 'aborted' });
    return current === undefined ? err({ kind: 'unavailable' }) : call(current);
  };
  const first = await attempt(false);
  return !first.ok && first.failure.kind === 'refused' ? attempt(true) : first;
}
