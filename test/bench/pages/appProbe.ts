import { findStore, isRecord, type WatchedStore } from '../watchedStore';

/*
 * Runs in the real app: presses `Upload`, and watches the store and the page's own thread until the queue is empty.
 */

/** What was seen of one upload. */
interface Observation {
  readonly seconds: number;
  /** Longest task of the page's own thread after the press, ms; 0 where none took 50 ms. */
  readonly longestTaskMs: number;
  /** Changes of the store that say no more than how many bytes are on the wire. */
  readonly progressUpdates: number;
  /** Why files failed; empty when all have arrived. */
  readonly failures: readonly string[];
}

interface Uploads {
  readonly files: readonly unknown[];
  /** The progress of the file that is being uploaded. */
  readonly active: Record<string, unknown> | undefined;
}

function uploadsOf(store: WatchedStore): Uploads {
  const state = store.getState();
  const uploads = isRecord(state) ? state.uploads : undefined;
  if (!isRecord(uploads) || !Array.isArray(uploads.files)) throw new Error('The store has no uploads.');
  const files: readonly unknown[] = uploads.files;
  return { files, active: files.map(progressOf).find((progress) => progress?.phase === 'uploading') };
}

function progressOf(file: unknown): Record<string, unknown> | undefined {
  return isRecord(file) && isRecord(file.progress) ? file.progress : undefined;
}

function failureOf(file: unknown): string[] {
  const progress = progressOf(file);
  return progress?.phase === 'failed' ? [JSON.stringify(progress)] : [];
}

/** `Upload`, once it may be pressed. */
function uploadButton(): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((one) => one.textContent === 'Upload' && !one.disabled);
}

/** Presses `Upload` and resolves when nothing is left to be sent. */
async function uploadChosen(): Promise<Observation> {
  const store = findStore();
  let longestTaskMs = 0;
  let progressUpdates = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      // The press queues thousands of files at once, before any byte moves.
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
      // They are sent in order, and failed ones stay: when the last one has failed, no other is left to be sent.
      const last = now.files.at(-1);
      if (!hasBegun || (last !== undefined && failureOf(last).length === 0)) return;
      unsubscribe();
      resolve(now.files.flatMap(failureOf));
    });
    uploadButton()?.click();
  });
  const seconds = (performance.now() - started) / 1_000;
  // Tasks are told of after they have ended.
  await new Promise((resolve) => setTimeout(resolve, 200));
  tasks.disconnect();
  return { seconds, longestTaskMs, progressUpdates, failures };
}

Object.assign(window, { uploadButton, uploadChosen });
