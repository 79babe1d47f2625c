import * as v from 'valibot';
import { hashBlob } from './hashBlob';
import { HashOrder } from './hashMessages';

/* Runs in a Web Worker: hashes one blob after the other, as they come. */
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const order = v.safeParse(HashOrder, data);
  if (order.success) void hashBlob(order.output.blob).then((result) => self.postMessage(result));
});
