import { createMD5 } from 'hash-wasm';
import * as v from 'valibot';
import { once } from '@data-manager/lib/once';
import { createRunningMd5, hashBlob } from './hashBlob';
import { HashRequest } from './hashMessages';

const PROGRESS_INTERVAL_MS = 1_000;

/** One instance: instantiating WebAssembly takes as long as hashing a small file, and requests never overlap. */
const openMd5 = once(createMD5);

// Runs in a Web Worker.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = v.safeParse(HashRequest, data);
  if (request.success) {
    const { blob, samples } = request.output;
    void hashBlob(blob, undefined, () => createRunningMd5(openMd5), createProgressReporter(), samples).then((result) =>
      self.postMessage(result),
    );
  }
});

function createProgressReporter(): () => void {
  let reportedAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    self.postMessage({ kind: 'progress' });
  };
}
