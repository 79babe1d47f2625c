import type { TransferLog } from './transferLog';

/** Increase it when older readers would misread a file. Format 3 has no effects of the session's sagas. */
export const RECORDING_FORMAT = 4;

/**
 * Returns the content of a recording file. Redux DevTools can import it: it reads `payload`, the actions, and
 * `preloadedState`, the state before them, both as JSON texts. Each `action` entry of the log refers to an action in
 * `payload`.
 */
export function recordingText(
  { before, entries, dropped, isComplete, after }: ReturnType<TransferLog['content']>,
  { savedAt, path }: { readonly savedAt: number; readonly path: string },
): string {
  const actions = entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []));
  const log = entries.map((entry) =>
    entry.kind === 'action' ? { kind: entry.kind, by: entry.by, at: entry.at } : entry,
  );
  return JSON.stringify({
    payload: JSON.stringify(actions),
    preloadedState: JSON.stringify(before),
    recording: { format: RECORDING_FORMAT, savedAt, path, dropped, isComplete, log, after },
  });
}

/** Returns for example `transfers-2030-01-02T03-04-05.json`, in UTC. */
export function recordingFileName(savedAt: number): string {
  return `transfers-${new Date(savedAt).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
}
