import * as v from 'valibot';
import { createRunningMd5, hashBlob, type BlobHash } from './hashBlob';
import { HashRequest } from './hashMessages';
import { createMd5Lanes, type OpenMd5Lane } from './md5Lanes';

const PROGRESS_INTERVAL_MS = 1_000;

let lanes: Promise<OpenMd5Lane | undefined> | undefined;

/** Blobs that are hashed at the same time share one instance of the WebAssembly code. */
async function createHash(): Promise<BlobHash> {
  lanes ??= createMd5Lanes().catch(() => undefined);
  const openLane = await lanes;
  return openLane?.() ?? createRunningMd5();
}

const running = new Map<number, AbortController>();

// Runs in a Web Worker.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = v.safeParse(HashRequest, data);
  if (!request.success) return;
  const { output } = request;
  if (output.kind === 'cancel') running.get(output.id)?.abort();
  else void hash(output.id, output.blob);
});

async function hash(id: number, blob: Blob): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const result = await hashBlob(blob, controller.signal, createHash, createProgressReporter(id));
  running.delete(id);
  self.postMessage({ kind: 'done', id, result });
}

function createProgressReporter(id: number): () => void {
  let reportedAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    self.postMessage({ kind: 'progress', id });
  };
}
