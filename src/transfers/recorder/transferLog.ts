import type { UnknownAction } from '@reduxjs/toolkit';
import type { RecentAction } from '../../domain/failures/errorReport';
import type { Ports } from '../../platform/ports';
import { createSessionSecrets } from '../../session/sessionSecrets';
import { transferReducer } from '../transferReducers';
import { createActionRing } from './actionRing';
import { keepJsonText, keepValue } from './keepValue';
import type { ActionSource, LogEntry } from './logEntry';
import type { Question } from './questions';

/** The latest actions are kept, and everything between them as long as there is not much more of it. */
const RING_LIMITS = { actions: 5_000, weight: 100_000 } as const;

/** So many tell support what went before an error. */
const RECENT_FACTS = 20;

export type TransferLog = ReturnType<typeof createTransferLog>;

/** Writes down what happens, without secrets. The order of the calls is the order of the entries. */
export function createTransferLog(ports: Pick<Ports, 'clock' | 'random' | 'localStorage'>, limits = RING_LIMITS) {
  const secrets = createSessionSecrets(ports);
  const ring = createActionRing(transferReducer, limits);
  /** Bytes of PUTs, told with the next entry: nobody looks at them before. */
  const progress = new Map<number, number>();
  const counts = { calls: 0, listeners: 0, puts: 0 };
  let isOtherLast = false;

  const write = (entry: LogEntry): void => {
    const at = ports.clock.now();
    for (const [put, bytes] of progress) ring.add({ kind: 'progress', put, bytes, at });
    progress.clear();
    ring.add({ ...entry, at });
    isOtherLast = entry.kind === 'other';
  };
  const keep = (value: unknown): unknown => {
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    secrets.learn();
    return keepValue(value, secrets);
  };

  return {
    started: () => write({ kind: 'started' }),
    action: (action: UnknownAction, by: ActionSource) =>
      write({ kind: 'action', by, action: keep(action) as UnknownAction }),
    /** Several in a row wake the same sagas in the same order as one of them. */
    other: () => {
      if (!isOtherLast) write({ kind: 'other' });
    },
    asked: ({ what, about }: Question): number => {
      const call = (counts.calls += 1);
      write({ kind: 'asked', call, what, ...(about === undefined ? {} : { about: keep(about) }) });
      return call;
    },
    answered: (call: number, answer: unknown) => write({ kind: 'answered', call, answer: keep(answer) }),
    threw: (call: number, error: unknown) =>
      write({ kind: 'threw', call, message: String(keep(error instanceof Error ? error.message : String(error))) }),
    /** Gives back what was read. */
    read: <Value>(what: string, value: Value): Value => {
      write({ kind: 'read', what, value: keep(value) });
      return value;
    },
    readJson: (what: string, text: string | null): string | null => {
      secrets.learn();
      write({ kind: 'read', what, value: text === null ? null : keepJsonText(text, secrets) });
      return text;
    },
    listener: (): number => (counts.listeners += 1),
    heard: (listener: number, what: string, message?: unknown) =>
      write({ kind: 'heard', listener, what, message: keep(message) }),
    put: (): number => (counts.puts += 1),
    progress: (put: number, bytes: number): void => void progress.set(put, bytes),
    noted: (what: string, about: unknown) => write({ kind: 'noted', what, about: keep(about) }),
    /** The latest actions, oldest first, without what they carried. */
    recentActions: (): readonly RecentAction[] =>
      ring
        .content()
        .entries.flatMap((entry) => (entry.kind === 'action' ? [{ at: entry.at, type: entry.action.type }] : []))
        .slice(-RECENT_FACTS),
    /** What is there now, with the state as it is now. */
    content: (state: unknown) => ({ ...ring.content(), after: keep(state) }),
  };
}
