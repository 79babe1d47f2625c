import { hashBlob } from '../../src/platform/hashing/hashBlob';

/*
 * The baseline of comparing contents: hashes the blocks of the chosen files in as many workers, and compares nothing.
 */

/** Hashes all files. Returns seconds. */
async function hashFiles(blockBytes: number, workers: number, script: string): Promise<number> {
  const files = [...(document.querySelector('input')?.files ?? [])];
  const started = performance.now();
  const blocks = files.flatMap((file) =>
    Array.from({ length: Math.ceil(file.size / blockBytes) }, (_, index) =>
      file.slice(index * blockBytes, (index + 1) * blockBytes),
    ),
  );
  const hashNext = async (): Promise<void> => {
    const worker = new Worker(script);
    for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
      worker.postMessage(block);
      await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    }
    worker.terminate();
  };
  await Promise.all(Array.from({ length: workers }, hashNext));
  return (performance.now() - started) / 1_000;
}

if (typeof document === 'undefined') {
  self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
    void hashBlob(data).then((result) => self.postMessage(result));
  });
} else {
  Object.assign(window, { hashFiles });
}
