import { matchFiles } from '../../domain/compare/comparedFiles';
import {
  comparisonReducer,
  isComparing,
  NO_COMPARISON,
  type Comparison,
  type ComparisonEvent,
  type TotalDecision,
} from '../../domain/compare/comparison';
import type { FileListing } from '../../domain/listing/fileListing';
import type { SessionOwner } from '../../domain/session/session';
import type { Result } from '../../lib/result';
import { countHashed, createHashJobs, hashContents, type HashJob, type KnownMd5s } from '../../platform/hashContents';
import { runInSlices } from '../../platform/inSlices';
import { yieldToPage } from '../../platform/pauses';
import type { Ports } from '../../platform/ports';
import type { FoundBatch, FoundFile } from '../../platform/readFiles';

/** Lists the server's files, all pages. Fails with a text for the user. */
export type LoadListing = () => Promise<Result<FileListing, string>>;

/** A comparison of chosen files with a path on the server. */
export interface ComparisonRun {
  readonly getState: () => Comparison;
  /** Calls back after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Compares other files. Ends the current comparison. */
  readonly choose: (batches: AsyncIterable<FoundBatch>, loadListing: LoadListing) => void;
  /** Continues a stopped comparison, or repeats a finished one. Content that has been hashed is not read again. */
  readonly compare: (loadListing: LoadListing) => void;
  readonly cancel: () => void;
  /** Keeps different files as they are on the server, or no longer does. */
  readonly keep: (keys: readonly string[], isKept: boolean) => void;
  readonly decideTotal: (path: string, decision: TotalDecision) => void;
  /** Returns the chosen file of a row. */
  readonly fileAt: (index: number) => FoundFile | undefined;
}

/**
 * Creates a comparison, which outlives the component that shows it. Its state is not in the store: it belongs to `File`
 * objects, which only exist on this page, and can have a hundred thousand rows.
 *
 * @param path `sponsor/project[/dataset[/folders]]`
 */
export function createComparisonRun(
  path: string,
  ports: Pick<Ports, 'clock' | 'hashPart' | 'probeFile'>,
): ComparisonRun {
  let state: Comparison = NO_COMPARISON;
  let files: FoundFile[] = [];
  // Kept for the same choice only: files of the same name, size and time on another disk can have different contents.
  let known: KnownMd5s = new Map();
  let jobs: readonly HashJob[] = [];
  let controller = new AbortController();
  const listeners = new Set<() => void>();

  const dispatch = (event: ComparisonEvent): void => {
    const next = comparisonReducer(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const readFolder = async (batches: AsyncIterable<FoundBatch>, signal: AbortSignal): Promise<void> => {
    for await (const { found, unreadable } of batches) {
      if (signal.aborted) return;
      for (const one of found) files.push(one);
      dispatch({ type: 'filesFound', found: found.length, unreadable });
    }
  };

  const match = async (loadListing: LoadListing, signal: AbortSignal): Promise<void> => {
    const listing = await loadListing();
    if (signal.aborted) return;
    if (!listing.ok) {
      dispatch({ type: 'listingFailed', reason: listing.failure });
      return;
    }
    const at = ports.clock.now();
    const matched = await runInSlices(matchFiles(files, listing.value, path), signal);
    jobs = await runInSlices(createHashJobs(matched.pending, files, known), signal);
    dispatch({ type: 'matched', at, matched, bytesHashed: countHashed(jobs) });
    // The groups of many files have just been rendered. If nothing has to be hashed, they are rendered again
    // immediately.
    await yieldToPage();
    signal.throwIfAborted();
    await hash(signal);
  };

  const hash = async (signal: AbortSignal): Promise<void> => {
    const end = await hashContents(jobs, ports, signal, (progress) => dispatch({ type: 'progressed', ...progress }));
    if (signal.aborted) return;
    if (end === 'done') dispatch({ type: 'finished', at: ports.clock.now() });
    else stop(end);
  };

  const stop = (reason: 'cancelled' | 'unavailable'): void => {
    jobs = jobs.filter((job) => !job.isSettled);
    dispatch({ type: 'stopped', at: ports.clock.now(), reason, rest: jobs.map(({ pending }) => pending) });
  };

  /** Ends the current work and starts other work. */
  const begin = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose: (batches, loadListing) => {
      dispatch({ type: 'folderChosen' });
      void begin(async (signal) => {
        files = [];
        known = new Map();
        await readFolder(batches, signal);
        if (signal.aborted) return;
        dispatch({ type: 'folderRead' });
        await match(loadListing, signal);
      });
    },
    compare: (loadListing) => {
      if (state.phase === 'stopped') {
        dispatch({ type: 'resumed' });
        void begin(hash);
      } else if (state.phase === 'done' || state.phase === 'unlisted') {
        dispatch({ type: 'repeated' });
        void begin((signal) => match(loadListing, signal));
      }
    },
    cancel: () => {
      if (!isComparing(state)) return;
      controller.abort();
      stop('cancelled');
    },
    keep: (keys, isKept) => dispatch({ type: 'kept', keys, isKept }),
    decideTotal: (path, decision) => dispatch({ type: 'totalDecided', path, decision }),
    fileAt: (index) => files[index],
  };
}

const runs = new WeakMap<object, Map<string, ComparisonRun>>();

/** Returns a user's comparison with a path. It is kept until the page closes. */
export function comparisonRunOf(path: string, owner: SessionOwner | undefined, ports: Ports): ComparisonRun {
  const byPath = runs.get(ports) ?? new Map<string, ComparisonRun>();
  runs.set(ports, byPath);
  // The name of a user has no line break.
  const key = `${owner?.userId ?? ''}\n${path}`;
  const run = byPath.get(key) ?? createComparisonRun(path, ports);
  byPath.set(key, run);
  return run;
}
