import type { UnknownAction } from '@reduxjs/toolkit';
import { transferReducer, type TransferState } from '../../transfers/transferReducers';
import { changedHashes, createHashMembers, type MemberHashes } from './stateHashes';
import type { TransferLog } from './transferLog';

/** Increase it when older readers would misread a file. */
export const RECORDING_FORMAT = 5;

/**
 * Returns the content of a recording file. Redux DevTools can import it: it reads `payload`, the actions, and
 * `preloadedState`, the state before them, both as JSON texts. Each `action` entry of the log refers to an action in
 * `payload`, and has the hashes of the members that the action changed.
 */
export function recordingText(
  { before, entries, dropped, isComplete, after }: ReturnType<TransferLog['content']>,
  about: { readonly savedAt: number; readonly path: string; readonly build: string },
): string {
  const actions = entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []));
  const hashes = hashStates(before, actions);
  const log = entries.map((entry) =>
    entry.kind === 'action' ? { kind: entry.kind, by: entry.by, at: entry.at, changed: hashes.next().value } : entry,
  );
  return JSON.stringify({
    payload: JSON.stringify(actions),
    preloadedState: JSON.stringify(before),
    recording: { format: RECORDING_FORMAT, ...about, dropped, isComplete, log, after },
  });
}

/** Applies actions one after the other, and yields the hashes of what each of them changed. */
export function* hashStates(
  before: TransferState,
  actions: readonly UnknownAction[],
  reduce: typeof transferReducer = transferReducer,
): Generator<MemberHashes, void> {
  const hashMembers = createHashMembers();
  let state = before;
  for (const action of actions) {
    const after = reduce(state, action);
    yield changedHashes(hashMembers(state, after), hashMembers(after, state));
    state = after;
  }
}

/** Returns for example `transfers-2030-01-02T03-04-05.json`, in UTC. */
export function recordingFileName(savedAt: number): string {
  return `transfers-${new Date(savedAt).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
}
