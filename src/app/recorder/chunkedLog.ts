import type { UnknownAction } from '@reduxjs/toolkit';
import type { TimedEntry } from './logEntry';

interface LogLimits {
  /** The size of all chunks. */
  readonly keptBytes: number;
  /** A chunk is full with this many entries. */
  readonly chunkEntries: number;
  /**
   * A chunk is full at this weight, too. An entry that weighs more is not kept, nor is what came before it: the action that
   * queues 100,000 files would fill the log. Each entry counts, and each element of the lists in it.
   */
  readonly chunkWeight: number;
}

/** A small file takes 4 KB in 27 entries, of which its 5 actions take 1 KB. The states take 4 MB more with 100,000 files. */
export const LOG_LIMITS: LogLimits = { keptBytes: 16e6, chunkEntries: 1_000, chunkWeight: 25_000 };

/** The share of a full log in which the latest entries are whole. Of those before, only the actions are kept. */
const WHOLE_SHARE = 0.2;

interface Chunk<State> {
  /** The state before the first entry. */
  readonly before: State;
  /** The entries as JSON. */
  readonly text: string;
  readonly bytes: number;
  readonly actions: number;
  /** False if it has only actions. */
  readonly isWhole: boolean;
}

/**
 * Keeps the latest entries, in chunks, and the state before each chunk.
 *
 * Problem: a log of any length must stay within a limit. The memory that objects take is unknown, and is half as much again as
 * that of their JSON. If the oldest entries are dropped, the state before the rest is needed.
 * Idea: a full chunk becomes one text, whose size is known. Its actions are applied to the state before it, which gives the state
 * before the next chunk. States share what does not change, so they take little. The oldest chunks first lose everything but
 * their actions, which tell what happened, and are dropped later.
 * Cost: each action is reduced a second time, and reading the log parses its texts.
 */
export function createChunkedLog<State>(
  reduce: (state: State | undefined, action: UnknownAction) => State,
  { keptBytes, chunkEntries, chunkWeight } = LOG_LIMITS,
) {
  let chunks: readonly Chunk<State>[] = [];
  /** The state before the open chunk, and its entries. */
  let before = reduce(undefined, { type: '@@INIT' });
  let open: TimedEntry[] = [];
  let weight = 0;
  let dropped = 0;
  let isComplete = true;

  const closeChunk = (): void => {
    const actions = actionsOf(open);
    const text = JSON.stringify(open);
    chunks = keepLatest([...chunks, { before, text, bytes: bytesOf(text), actions: actions.length, isWhole: true }]);
    before = actions.reduce(reduce, before);
    open = [];
    weight = 0;
  };

  const beginAfter = (entry: TimedEntry): void => {
    closeChunk();
    forget(chunks);
    chunks = [];
    const actions = actionsOf([entry]);
    forget([{ actions: actions.length }]);
    before = actions.reduce(reduce, before);
  };

  const keepLatest = (all: readonly Chunk<State>[]): readonly Chunk<State>[] => {
    const kept = [...all];
    while (bytesIn(kept) > keptBytes) {
      const whole = kept.filter(({ isWhole }) => isWhole);
      const [oldest] = bytesIn(whole) > keptBytes * WHOLE_SHARE ? whole : kept;
      if (oldest === undefined) break;
      const index = kept.indexOf(oldest);
      if (oldest.isWhole && oldest.actions > 0) kept[index] = withoutResults(oldest);
      else forget(kept.splice(index, 1));
    }
    return kept;
  };

  const withoutResults = (chunk: Chunk<State>): Chunk<State> => {
    const entries = JSON.parse(chunk.text) as readonly TimedEntry[];
    const text = JSON.stringify(entries.filter(({ kind }) => kind === 'action'));
    if (chunk.actions < entries.length) isComplete = false;
    return { ...chunk, text, bytes: bytesOf(text), isWhole: false };
  };

  const forget = (gone: readonly Pick<Chunk<State>, 'actions'>[]): void => {
    if (gone.length > 0) isComplete = false;
    dropped += gone.reduce((sum, { actions }) => sum + actions, 0);
  };

  return {
    begin: (state: State): void => {
      before = state;
    },
    add: (entry: TimedEntry): void => {
      const added = weightOf(entry);
      if (added > chunkWeight) {
        beginAfter(entry);
        return;
      }
      open.push(entry);
      weight += added;
      if (open.length >= chunkEntries || weight >= chunkWeight) closeChunk();
    },
    /** `dropped` counts actions; `isComplete` means that no entry was dropped. */
    content: () => ({
      before: chunks[0]?.before ?? before,
      entries: [...chunks.flatMap(({ text }) => JSON.parse(text) as TimedEntry[]), ...open],
      dropped,
      isComplete,
    }),
  };
}

function bytesIn(chunks: readonly { readonly bytes: number }[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
}

function actionsOf(entries: readonly TimedEntry[]): readonly UnknownAction[] {
  return entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []));
}

/** Browsers keep a text with two bytes for each character if one of the characters is not in Latin-1. */
function bytesOf(text: string): number {
  return /[^\u0020-\u00ff]/.test(text) ? 2 * text.length : text.length;
}

/** Depth at which lists count: `action.payload.files`, `result.value`. */
const LIST_DEPTH = 4;

function weightOf(entry: TimedEntry): number {
  return 1 + countElements(entry, LIST_DEPTH);
}

function countElements(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth === 0) return 0;
  if (Array.isArray(value)) return value.length;
  return Object.values(value).reduce<number>((sum, member) => sum + countElements(member, depth - 1), 0);
}
