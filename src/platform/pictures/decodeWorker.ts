import * as v from 'valibot';
import { decodeBlob } from './decodeBlob';
import { DecodeOrder } from './decodeMessages';

/* Runs in a Web Worker: decodes one image after the other, as they come. */
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const order = v.safeParse(DecodeOrder, data);
  if (!order.success) return;
  void decodeBlob(order.output).then((answer) => {
    const transfer = answer.kind === 'picture' ? answer.picture.planes.map(({ buffer }) => buffer) : [];
    self.postMessage(answer, { transfer });
  });
});
