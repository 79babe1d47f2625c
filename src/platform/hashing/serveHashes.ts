import { reportProgress, serveCalls } from '../workers/workerCalls';
import { hashBlob, type RunningMd5 } from './hashBlob';
import type { HashCalls } from './hashPool';

const PROGRESS_INTERVAL_MS = 1_000;

/** Carries out the calls of a hash pool in a worker. */
export function serveHashes(createHash: () => Promise<RunningMd5>): void {
  const calls: HashCalls = {
    hash: (blob, samples, withSha256, signal) =>
      hashBlob(blob, signal, { samples, withSha256, createHash, onProgress: createProgressReporter() }),
  };
  serveCalls(calls);
}

function createProgressReporter(): () => void {
  let reportedAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    reportProgress();
  };
}
