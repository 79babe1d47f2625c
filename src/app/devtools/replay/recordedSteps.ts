import type { TimedEntry } from '../../recorder/logEntry';
import type { Recording } from './parseRecording';

/** A toast as it was shown. */
export interface RecordedToast {
  readonly text: string;
  readonly severity: string;
}

/** Toasts stay on the screen for this long. */
const TOAST_MS = 10_000;

/** Returns the step after a number of actions. Step 0 is before the first action. */
export function stepAt({ log, savedAt }: Pick<Recording, 'log' | 'savedAt'>, step: number) {
  const actions = log.flatMap(({ kind }, index) => (kind === 'action' ? [index] : []));
  const past = log.slice(0, actions[step]);
  const at = past.at(-1)?.at ?? log[0]?.at ?? savedAt;
  return {
    /** When the step was last shown, right before the next action, milliseconds since 1970. */
    at,
    /** The toasts that were on the screen, oldest first. */
    toasts: past.flatMap((entry) => (at - entry.at < TOAST_MS ? toastOf(entry) : [])),
  };
}

function toastOf(entry: TimedEntry): readonly RecordedToast[] {
  if (entry.kind !== 'called' || entry.label !== 'toast' || !Array.isArray(entry.args)) return [];
  const [text, severity] = entry.args as readonly unknown[];
  return [{ text: String(text), severity: String(severity) }];
}
