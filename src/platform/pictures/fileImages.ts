import type { FileImageFault } from '@data-manager/domain/pictures/fileImage';
import { err, ok, type Result } from '@data-manager/lib/result';
import type { Ports } from '../ports';
import type { SendCall } from '../workers/workerCalls';
import type { FileImageCallName, OpenCall, OpenResult, ReadCall, ReadResult } from './fileImageCalls';
import type { FileImageRequest } from './openedPictures';

/** Creates the port over a function that sends calls to the worker. */
export function createOpenFileImage(send: SendCall<FileImageCallName>): Ports['openFileImage'] {
  let opened = 0;
  return async ({ size, page, pages, url }, signal) => {
    const id = String((opened += 1));
    const header = await withUrl<OpenResult>(url, signal, (current) =>
      send('open', [{ id, url: current, size, page, pages } satisfies OpenCall], signal),
    );
    if (!header.ok) return header;
    return ok({
      header: header.value,
      readWindow: (level, rect, maxBytes, readSignal) =>
        withUrl<ReadResult>(url, readSignal, (current) =>
          send('read', [{ id, url: current, level, rect, maxBytes } satisfies ReadCall], readSignal),
        ),
      close: () => void send('close', [id]),
    });
  };
}

/** Makes a call, and repeats it once with a new URL if the storage refuses the known one. */
async function withUrl<CallResult extends OpenResult | ReadResult>(
  url: FileImageRequest['url'],
  signal: AbortSignal,
  call: (url: string) => Promise<unknown>,
): Promise<CallResult | Result<never, FileImageFault>> {
  const attempt = async (isRenewed: boolean): Promise<CallResult | Result<never, FileImageFault>> => {
    const current = await url(isRenewed);
    if (signal.aborted) return err({ kind: 'aborted' });
    if (current === undefined) return err({ kind: 'unavailable' });
    return (await call(current)) as CallResult;
  };
  const first = await attempt(false);
  return !first.ok && first.failure.kind === 'refused' ? attempt(true) : first;
}
