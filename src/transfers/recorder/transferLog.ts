import type { UnknownAction } from '@reduxjs/toolkit';
import type { RecentAction } from '../../domain/failures/errorReport';
import type { Ports } from '../../platform/ports';
import { transferReducer, type TransferState } from '../transferReducers';
import type { EffectLabel } from './effectLabels';
import { createRedact } from './redact';

/** The origin of an action: a saga, a saga that was not recorded (in files of format 3), or the rest of the page. */
export type ActionSource = 'sagas' | 'session' | 'page';

/** Everything that passed between the sagas and the rest of the app, in order. */
export type LogEntry =
  /** The sagas start. */
  | { readonly kind: 'started' }
  | { readonly kind: 'action'; readonly by: ActionSource; readonly action: UnknownAction }
  /** One or more actions of other slices. They change the order in which sagas wait for actions. */
  | { readonly kind: 'other' }
  /** An effect with an immediate result. */
  | ({ readonly kind: 'called'; readonly result: unknown } & EffectLabel)
  /** An effect without an immediate result. Numbered from 1. */
  | ({ readonly kind: 'waiting'; readonly id: number } & EffectLabel)
  /** The saga continues with the result. Cancelled effects have no such entry. */
  | { readonly kind: 'resolved'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'rejected'; readonly id: number; readonly message: string };

/** `at`: milliseconds since 1970. */
export type TimedEntry = LogEntry & { readonly at: number };

export type TransferLog = ReturnType<typeof createTransferLog>;

interface Limits {
  readonly actions: number;
  /**
   * One for each entry, and one for each element of the lists in it. Keeps the log small even while the sagas only
   * wait.
   */
  readonly weight: number;
}

const LIMITS: Limits = { actions: 5_000, weight: 100_000 };

/** Length of `recentActions`, for error reports. */
const RECENT_ACTIONS = 20;

/** Keeps the latest entries, without secrets. */
export function createTransferLog(ports: Pick<Ports, 'clock' | 'random' | 'localStorage'>) {
  const clean = createRedact(ports);
  const ring = createRing(transferReducer, LIMITS);
  let waiting = 0;
  let isOtherLast = false;

  const add = (entry: LogEntry): void => {
    ring.add({ ...entry, at: ports.clock.now() });
    isOtherLast = entry.kind === 'other';
  };
  const cleanLabel = ({ label, args }: EffectLabel): EffectLabel => ({
    label: String(clean(label)),
    ...(args !== undefined && { args: clean(args) }),
  });

  return {
    /** Sets the state before the first entry. */
    begin: (state: object) => ring.begin(clean(state) as TransferState),
    started: () => add({ kind: 'started' }),
    action: (action: UnknownAction, by: ActionSource) =>
      add({ kind: 'action', by, action: clean(action) as UnknownAction }),
    other: () => {
      if (!isOtherLast) add({ kind: 'other' });
    },
    called: (label: EffectLabel, result: unknown) =>
      add({ kind: 'called', ...cleanLabel(label), result: clean(result) }),
    /** Returns the ID for `resolved` and `rejected`. */
    waiting: (label: EffectLabel): number => {
      waiting += 1;
      add({ kind: 'waiting', id: waiting, ...cleanLabel(label) });
      return waiting;
    },
    resolved: (id: number, result: unknown) => add({ kind: 'resolved', id, result: clean(result) }),
    rejected: (id: number, error: unknown) =>
      add({ kind: 'rejected', id, message: String(clean(error instanceof Error ? error.message : String(error))) }),
    /** Returns the latest actions without their payloads, oldest first. */
    recentActions: (): readonly RecentAction[] =>
      ring
        .content()
        .entries.flatMap((entry) => (entry.kind === 'action' ? [{ at: entry.at, type: entry.action.type }] : []))
        .slice(-RECENT_ACTIONS),
    /** All entries, and the given state as the state after them. */
    content: (state: unknown) => ({ ...ring.content(), after: clean(state) }),
  };
}

/** Entries beyond the limits are removed from the list in chunks of this size. */
const CHUNK = 1_000;

/**
 * Keeps the latest entries and the state before them. Actions that are dropped are applied to that state, so it is never
 * copied and only one is kept.
 */
export function createRing<State>(reduce: (state: State | undefined, action: UnknownAction) => State, limits: Limits) {
  let before = reduce(undefined, { type: '@@INIT' });
  let entries: TimedEntry[] = [];
  let first = 0;
  let actions = 0;
  let weight = 0;
  let dropped = 0;
  let isComplete = true;

  const drop = (): void => {
    const entry = entries[first];
    if (entry === undefined) return;
    first += 1;
    isComplete = false;
    weight -= weightOf(entry);
    if (entry.kind === 'action') {
      before = reduce(before, entry.action);
      actions -= 1;
      dropped += 1;
    }
    if (first < CHUNK) return;
    entries = entries.slice(first);
    first = 0;
  };

  return {
    begin: (state: State): void => {
      before = state;
    },
    add: (entry: TimedEntry): void => {
      entries.push(entry);
      weight += weightOf(entry);
      if (entry.kind === 'action') actions += 1;
      while (actions > limits.actions || weight > limits.weight) drop();
    },
    /** `dropped` counts actions; `isComplete` means that no entry was dropped. */
    content: () => ({ before, entries: entries.slice(first), dropped, isComplete }),
  };
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
