import { findStore, isRecord, type WatchedStore } from '../watchedStore';

/*
 * Runs in the real app: clicks `Upload` and observes the store and the main thread until the queue is empty.
 */

/** Measurements of one upload. */
interface Observation {
  readonly seconds: number;
  /** Longest task on the main thread after the click, ms. 0 if no task took 50 ms. */
  readonly longestTaskMs: number;
  /** Number of store updates that only report transferred bytes. */
  readonly progressUpdates: number;
  /** Reasons why files failed. Empty if all succeeded. */
  readonly failures: readonly string[];
}

interface Uploads {
  readonly files: readonly unknown[];
  /** Progress of the file that is being uploaded. */
  readonly active: Record<string, unknown> | undefined;
}

function uploadsOf(store: WatchedStore): Uploads {
  const state = store.getState();
  const uploads = isRecord(state) ? state.uploads : undefined;
  if (!isRecord(uploads) || !Array.isArray(uploads.files)) throw new Error('The store has no uploads.');
  const files: readonly unknown[] = uploads.files.flat();
  return { files, active: files.map(progressOf).find((progress) => progress?.phase === 'uploading') };
}

function progressOf(file: unknown): Record<string, unknown> | undefined {
  return isRecord(file) && isRecord(file.progress) ? file.progress : undefined;
}

function failureOf(file: unknown): string[] {
  const progress = progressOf(file);
  return progress?.phase === 'failed' ? [JSON.stringify(progress)] : [];
}

/** Returns the `Upload` button once it is enabled. */
function uploadButton(): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((one) => one.textContent === 'Upload' && !one.disabled);
}

/** Clicks `Upload` and resolves when no file is left to upload. */
async function uploadChosen(): Promise<Observation> {
  const store = findStore();
  let longestTaskMs = 0;
  let progressUpdates = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      // The click queues thousands of files before the first byte is sent.
      if (startTime >= started) longestTaskMs = Math.max(longestTaskMs, duration);
    }
  });
  const started = performance.now();
  tasks.observe({ type: 'longtask' });
  const failures = await new Promise<readonly string[]>((resolve) => {
    let before = uploadsOf(store);
    let hasBegun = false;
    const unsubscribe = store.subscribe(() => {
      const now = uploadsOf(store);
      const isSameSession = now.active?.session === before.active?.session;
      if (isSameSession && now.active?.inFlight !== before.active?.inFlight) progressUpdates += 1;
      before = now;
      hasBegun ||= now.files.length > 0;
      // Files are sent in order and failed files stay in the queue: once the last file has failed, none is left.
      const last = now.files.at(-1);
      if (!hasBegun || (last !== undefined && failureOf(last).length === 0)) return;
      unsubscribe();
      resolve(now.files.flatMap(failureOf));
    });
    uploadButton()?.click();
  });
  const seconds = (performance.now() - started) / 1_000;
  // Long tasks are reported after they have ended.
  await new Promise((resolve) => setTimeout(resolve, 200));
  tasks.disconnect();
  return { seconds, longestTaskMs, progressUpdates, failures };
}

Object.assign(window, { uploadButton, uploadChosen });
