import { createMD5 } from 'hash-wasm';
import * as v from 'valibot';
import { createRunningMd5, hashBlob } from './hashBlob';
import { HashOrder } from './hashMessages';

let md5: ReturnType<typeof createMD5> | undefined;

/** Made once: to instantiate WebAssembly takes as long as to hash a small file. Orders never overlap, so one is enough. */
const createHash = () => createRunningMd5(() => (md5 ??= createMD5()));

/* Runs in a Web Worker: hashes one blob after the other, as they come. */
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const order = v.safeParse(HashOrder, data);
  if (order.success) {
    void hashBlob(order.output.blob, undefined, createHash).then((result) => self.postMessage(result));
  }
});
