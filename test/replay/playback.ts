import { omit } from '../../src/lib/omit';
import type { LogEntry, TimedEntry } from '../../src/transfers/recorder/logEntry';
import { findDifferences, type Difference } from './findDifferences';
import { revive } from './revive';

/** Where the sagas did something else than the log tells. */
export interface Divergence {
  /** Index in the log. */
  readonly index: number;
  /** Undefined after the end of the log. */
  readonly expected: LogEntry | undefined;
  /** Undefined where the sagas did nothing more. */
  readonly actual: LogEntry | undefined;
  readonly differences: readonly Difference[];
}

/** A log that is played along: what the sagas do has to be what is due. */
export interface Playback {
  /** The entry whose turn it is; undefined at the end, and after a divergence. */
  readonly due: () => TimedEntry | undefined;
  /** What is due has happened. */
  readonly pass: () => void;
  /** Holds what the sagas do against the log, and ends the saga that does something else. */
  readonly meet: (actual: LogEntry) => TimedEntry;
  /** What the log tells can't happen: nothing is played any more. */
  readonly diverge: (expected: TimedEntry) => void;
  /** What was read then. */
  readonly read: (what: string) => unknown;
  readonly divergence: () => Divergence | undefined;
}

/** True for what sagas bring forth; all else comes to them. */
export function isOfSagas(entry: LogEntry): boolean {
  return entry.kind === 'asked' || entry.kind === 'read' || (entry.kind === 'action' && entry.by === 'transfers');
}

/** @param bringIn lets something happen that came in the middle of a saga's turn; false if it can't have come there */
export function createPlayback(log: readonly TimedEntry[], bringIn: (entry: TimedEntry) => boolean): Playback {
  let next = 0;
  let divergence: Divergence | undefined;

  const due = (): TimedEntry | undefined => (divergence === undefined ? log[next] : undefined);
  const pass = (): void => {
    next += 1;
  };
  const catchUp = (): void => {
    for (let entry = due(); entry !== undefined && !isOfSagas(entry); entry = due()) {
      pass();
      if (bringIn(entry)) continue;
      next -= 1;
      return;
    }
  };
  const meet = (actual: LogEntry): TimedEntry => {
    catchUp();
    const expected = due();
    const differences = findDifferences(expected && comparable(expected), comparable(actual));
    if (expected === undefined || differences.length > 0) {
      divergence ??= { index: next, expected, actual, differences };
      throw new Error('The replay ends here.');
    }
    pass();
    return expected;
  };
  return {
    due,
    pass,
    meet,
    diverge: (expected) => {
      divergence ??= { index: log.indexOf(expected), expected, actual: undefined, differences: [] };
    },
    read: (what) => {
      const entry = meet({ kind: 'read', what, value: undefined });
      return entry.kind === 'read' ? revive(entry.value) : undefined;
    },
    divergence: () => divergence,
  };
}

/** Without the time, and without what is only known once it is read. */
function comparable(entry: LogEntry & { readonly at?: number }): object {
  return entry.kind === 'read' ? { kind: entry.kind, what: entry.what } : omit(entry, 'at');
}
