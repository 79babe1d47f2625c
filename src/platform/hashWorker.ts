import { createMD5 } from 'hash-wasm';
import * as v from 'valibot';
import { createRunningMd5, hashBlob } from './hashBlob';
import { HashOrder } from './hashMessages';

/** How often it says that it goes on. */
const PROGRESS_MS = 1_000;

let md5: ReturnType<typeof createMD5> | undefined;

/** Made once: to instantiate WebAssembly takes as long as to hash a small file. Orders never overlap, so one is enough. */
const createHash = () => createRunningMd5(() => (md5 ??= createMD5()));

/* Runs in a Web Worker: hashes one blob after the other, as they come. */
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const order = v.safeParse(HashOrder, data);
  if (order.success) {
    void hashBlob(order.output.blob, undefined, createHash, progressTeller()).then((result) =>
      self.postMessage(result),
    );
  }
});

function progressTeller(): () => void {
  let told = performance.now();
  return () => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    self.postMessage({ kind: 'progress' });
  };
}
