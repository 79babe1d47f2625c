import type { TimedEntry } from '../../recorder/logEntry';
import type { Recording } from './parseRecording';

/** A toast as it was shown. */
export interface RecordedToast {
  readonly text: string;
  readonly severity: string;
}

/** What happened around the state after a number of actions. */
export interface RecordedStep {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The type of the latest action; undefined before the first one. */
  readonly type: string | undefined;
  /** The toasts that were on the screen, oldest first. */
  readonly toasts: readonly RecordedToast[];
}

/** Toasts stay on the screen for this long. */
const TOAST_MS = 10_000;

/** Returns the step after a number of actions. Step 0 is before the first action. */
export function stepAt(
  { log, actions, savedAt }: Pick<Recording, 'log' | 'actions' | 'savedAt'>,
  step: number,
): RecordedStep {
  const end = indexAfter(log, step + 1);
  const past = log.slice(0, end);
  const at = past.at(-1)?.at ?? log[0]?.at ?? savedAt;
  return {
    at,
    type: actions[step - 1]?.type,
    toasts: past.flatMap((entry) => (at - entry.at < TOAST_MS ? toastOf(entry) : [])),
  };
}

/** Returns the index of the nth action in the log, counted from 1; the length of the log if there are fewer. */
function indexAfter(log: readonly TimedEntry[], nth: number): number {
  let seen = 0;
  const index = log.findIndex((entry) => {
    if (entry.kind === 'action') seen += 1;
    return seen === nth;
  });
  return index === -1 ? log.length : index;
}

function toastOf(entry: TimedEntry): readonly RecordedToast[] {
  if (entry.kind !== 'called' || entry.label !== 'toast' || !Array.isArray(entry.args)) return [];
  const [text, severity] = entry.args as readonly unknown[];
  return [{ text: String(text), severity: String(severity) }];
}
