import type { TransferLog } from './transferLog';

/** Grows when older readers would misread what is written. */
export const RECORDING_FORMAT = 1;

/**
 * The file's text. Redux DevTools imports it as it is: it takes `payload`, the actions, and `preloadedState`, the state
 * before them, each as a text of its own, and looks at nothing else. The log beside them says the rest; its `action`
 * entries stand for the actions of `payload`, in their order.
 */
export function recordingText(
  { before, entries, dropped, isWhole, after }: ReturnType<TransferLog['content']>,
  savedAt: number,
): string {
  const actions = entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []));
  const log = entries.map((entry) =>
    entry.kind === 'action' ? { kind: entry.kind, by: entry.by, at: entry.at } : entry,
  );
  return JSON.stringify({
    payload: JSON.stringify(actions),
    preloadedState: JSON.stringify(before),
    recording: { format: RECORDING_FORMAT, savedAt, dropped, isWhole, log, after },
  });
}

/** `transfers-2030-01-02T03-04-05.json`, in UTC. */
export function recordingFileName(savedAt: number): string {
  return `transfers-${new Date(savedAt).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
}
