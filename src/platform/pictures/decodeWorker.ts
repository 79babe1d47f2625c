import * as v from 'valibot';
import { decodeBlob } from './decodeBlob';
import { DecodeRequest } from './decodeMessages';

// Runs in a Web Worker.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = v.safeParse(DecodeRequest, data);
  if (!request.success) return;
  void decodeBlob(request.output).then((response) => {
    const transfer = response.kind === 'picture' ? response.picture.planes.map(({ buffer }) => buffer) : [];
    self.postMessage(response, { transfer });
  });
});
