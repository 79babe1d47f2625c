import { createHash } from 'node:crypto';
import { parentPort, Worker } from 'node:worker_threads';
import { UPLOAD_STALL_MS } from '@data-manager/domain/constants';
import type { RunningMd5 } from '../hashing/hashBlob';
import { createHashPool, hashOnMainThread } from '../hashing/hashPool';
import { serveHashes } from '../hashing/serveHashes';
import type { Ports } from '../ports';
import type { CallWorker } from '../workers/workerCalls';
import { DiskBlob, rangeOf, type DiskRange } from './diskFile';

/** Tells the program that it was started as a worker that hashes. */
export const HASH_WORKER = 'hash-worker';

/** As many as the ports of a page have. */
const WORKERS = 2;
/** Hashing so few bytes takes less time than the messages to a worker and back. */
const SENT_TO_WORKER_BYTES = 512 * 1024;

/** @param script the file of the program, which is also that of the workers; without it, the main thread hashes */
export function createHashing(script: URL | undefined): Pick<Ports, 'hashPart' | 'hashSamples'> {
  const hashInWorker = createHashPool(() => spawnWorker(script), WORKERS, UPLOAD_STALL_MS);
  return {
    hashPart: (body, signal, samples = [], lane = 'transfers', withSha256 = false) =>
      body.size < SENT_TO_WORKER_BYTES
        ? hashOnMainThread(body, signal, { samples, withSha256, createHash: createNodeMd5 }, UPLOAD_STALL_MS)
        : hashInWorker(body, signal, samples, lane, withSha256),
    hashSamples: async (file, samples) => {
      try {
        const md5s: string[] = [];
        let bytes = 0;
        for (const ranges of samples) {
          const hash = createHash('md5');
          for (const { start, end } of ranges) {
            hash.update(new Uint8Array(await file.slice(start, end).arrayBuffer()));
            bytes += end - start;
          }
          md5s.push(hash.digest('hex'));
        }
        return { kind: 'hashed', md5: '', bytes, samples: md5s };
      } catch {
        return { kind: 'unreadable' };
      }
    },
  };
}

/** @throws Error without a script, whereupon the main thread hashes */
function spawnWorker(script: URL | undefined): CallWorker {
  if (script === undefined) throw new Error('There is no script.');
  const worker = new Worker(script, { workerData: HASH_WORKER });
  worker.unref();
  return {
    postMessage: (message: { readonly args?: readonly unknown[] }) => {
      // Its range is all that a worker needs: a `File` would arrive empty.
      const [blob, ...args] = message.args ?? [];
      worker.postMessage(message.args === undefined ? message : { ...message, args: [rangeOf(blob as Blob), ...args] });
    },
    addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) =>
      void worker.on(type, (data: unknown) => listener({ data })),
    terminate: () => void worker.terminate(),
  } as CallWorker;
}

/** Hashes in a worker thread with the MD5 of Node, which takes three quarters of the time of the one in WebAssembly. */
export function serveHashing(): void {
  const port = parentPort;
  if (port === null) return;
  Object.assign(globalThis, {
    self: {
      addEventListener: (_type: 'message', listener: (event: { readonly data: unknown }) => void) =>
        void port.on('message', (data: { args?: unknown[] }) => {
          if (data.args !== undefined) data.args[0] = new DiskBlob(data.args[0] as DiskRange);
          listener({ data });
        }),
      postMessage: (message: unknown) => port.postMessage(message),
    },
  });
  serveHashes(createNodeMd5);
}

function createNodeMd5(): Promise<RunningMd5> {
  const hash = createHash('md5');
  return Promise.resolve({ update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') });
}
