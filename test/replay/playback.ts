import type { EffectLabel } from '../../src/app/recorder/effectLabels';
import type { LogEntry, TimedEntry } from '../../src/app/recorder/logEntry';
import { findDifferences, type Difference } from './replayReducers';

/** The first place where the sagas differ from the log. */
export interface Divergence {
  /** Index in the log. */
  readonly index: number;
  /** Undefined after the end of the log. */
  readonly expected: LogEntry | undefined;
  /** Undefined if the sagas did nothing. */
  readonly actual: object | undefined;
  readonly differences: readonly Difference[];
}

type CalledEntry = Extract<LogEntry, { readonly kind: 'called' }>;
type WaitingEntry = Extract<LogEntry, { readonly kind: 'waiting' }>;

/** Steps through a log while the sagas run. */
export type Playback = ReturnType<typeof createPlayback>;

/** Returns true for entries that the sagas cause. All others come from outside. */
export function isOfSagas(entry: LogEntry): boolean {
  return entry.kind === 'called' || entry.kind === 'waiting' || (entry.kind === 'action' && entry.by === 'sagas');
}

/** @param applyNow applies an entry from outside while a saga is running; returns false if that is impossible */
export function createPlayback(log: readonly TimedEntry[], applyNow: (entry: TimedEntry) => boolean) {
  let index = 0;
  let divergence: Divergence | undefined;

  const next = (): TimedEntry | undefined => (divergence === undefined ? log[index] : undefined);
  const advance = (): void => {
    index += 1;
  };
  const applyWhatCameBefore = (): void => {
    for (let entry = next(); entry !== undefined && !isOfSagas(entry); entry = next()) {
      advance();
      if (applyNow(entry)) continue;
      index -= 1;
      return;
    }
  };
  const expect = (actual: object, expected: LogEntry | undefined): LogEntry => {
    const differences = findDifferences(expected && comparable(expected), actual);
    if (expected === undefined || differences.length > 0) {
      divergence ??= { index, expected, actual, differences };
      throw new Error('The replay ends here.');
    }
    advance();
    return expected;
  };

  return {
    /** The next entry; undefined at the end and after a divergence. */
    next,
    advance,
    /** Compares an action of a saga with the next entry. Throws if they differ, which ends the saga. */
    expectAction: (action: { readonly type: string }) => {
      applyWhatCameBefore();
      expect({ kind: 'action', by: 'sagas', action }, next());
    },
    /** Compares an effect with the next entry, and returns the entry. Throws if they differ. */
    expectEffect: ({ label, args }: EffectLabel) => {
      applyWhatCameBefore();
      const expected = next();
      const kind = expected?.kind === 'called' ? 'called' : 'waiting';
      const entry = expect(kind === 'called' ? { kind, label } : { kind, label, args }, expected);
      return entry as CalledEntry | WaitingEntry;
    },
    /** Reports that an entry of the log can't happen now. */
    diverge: (expected: TimedEntry) => {
      divergence ??= { index: log.indexOf(expected), expected, actual: undefined, differences: [] };
    },
    divergence: () => divergence,
  };
}

/** Without the time and the result. Arguments of immediate effects are for the timeline: texts of toasts may change. */
function comparable(entry: LogEntry): object {
  switch (entry.kind) {
    case 'called':
      return { kind: entry.kind, label: entry.label };
    case 'waiting':
      return { kind: entry.kind, label: entry.label, args: entry.args };
    case 'action':
      return { kind: entry.kind, by: entry.by, action: entry.action };
    default:
      return entry;
  }
}
