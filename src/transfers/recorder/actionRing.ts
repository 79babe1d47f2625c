import type { UnknownAction } from '@reduxjs/toolkit';
import type { TimedEntry } from './logEntry';

interface Limits {
  readonly actions: number;
  /**
   * Everything else counts, too: each entry as one, and as many more as its lists are long. So the ring stays bounded
   * while nothing but waiting happens, and while the records of thousands of files are read again and again.
   */
  readonly weight: number;
}

/** What the ring holds now. */
interface RingContent<State> {
  /** The state before the first of the kept actions. */
  readonly before: State;
  readonly entries: readonly TimedEntry[];
  /** Actions that were let go. */
  readonly dropped: number;
  /** Nothing was let go. */
  readonly isWhole: boolean;
}

/** The latest entries of the log, and the state before the first action among them. */
export interface ActionRing<State> {
  readonly add: (entry: TimedEntry) => void;
  readonly content: () => RingContent<State>;
}

/** Entries that may be there beyond the limit until the list is made shorter: once for many, not for each. */
const SLACK_ENTRIES = 1_000;

/** What is let go is folded into the state before: the state is never copied, and only one is held. */
export function createActionRing<State>(
  reduce: (state: State | undefined, action: UnknownAction) => State,
  limits: Limits,
): ActionRing<State> {
  let before = reduce(undefined, { type: '@@INIT' });
  let entries: TimedEntry[] = [];
  let first = 0;
  let actions = 0;
  let weight = 0;
  let dropped = 0;
  let isWhole = true;

  const drop = (): void => {
    const entry = entries[first];
    if (entry === undefined) return;
    first += 1;
    isWhole = false;
    weight -= weigh(entry);
    if (entry.kind === 'action') {
      before = reduce(before, entry.action);
      actions -= 1;
      dropped += 1;
    }
    if (first < SLACK_ENTRIES) return;
    entries = entries.slice(first);
    first = 0;
  };

  return {
    add: (entry) => {
      entries.push(entry);
      weight += weigh(entry);
      if (entry.kind === 'action') actions += 1;
      while (actions > limits.actions || weight > limits.weight) drop();
    },
    content: () => ({ before, entries: entries.slice(first), dropped, isWhole }),
  };
}

/** How deep in an entry lists are looked for: `action.payload.files`, `answer.value`. */
const LIST_DEPTH = 4;

function weigh(entry: TimedEntry): number {
  return 1 + lengthOfLists(entry, LIST_DEPTH);
}

function lengthOfLists(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth === 0) return 0;
  if (Array.isArray(value)) return value.length;
  return Object.values(value).reduce<number>((sum, member) => sum + lengthOfLists(member, depth - 1), 0);
}
