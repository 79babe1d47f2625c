import type { UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { parseJson } from '@data-manager/lib/parseJson';
import { err, ok, type Result } from '@data-manager/lib/result';
import { transferReducers, type TransferState } from '../../../transfers/transferReducers';
import type { TimedEntry } from '../../recorder/logEntry';
import { RECORDING_FORMAT } from '../../recorder/recordingFile';
import type { MemberHashes } from '../../recorder/stateHashes';

/** The oldest format that can be replayed. */
const OLDEST_FORMAT = 3;

/** A saved recording. */
export interface Recording {
  /** False in files of format 3: the actions of the session's sagas come from outside. */
  readonly hasSessionSagas: boolean;
  /** False in files before format 5: they lack the messages to other tabs, and the hashes. */
  readonly hasMessages: boolean;
  /** The state before the first action. */
  readonly before: TransferState;
  /** As dispatched, without secrets. */
  readonly actions: readonly UnknownAction[];
  readonly log: readonly TimedEntry[];
  /** For each action, the hashes of the members that it changed. Empty in files before format 5. */
  readonly hashes: readonly MemberHashes[];
  /** The state when the recording was saved. */
  readonly after: unknown;
  /** Number of actions before `before` that the recorder had already dropped. */
  readonly dropped: number;
  /** True if the log begins with the page. */
  readonly isComplete: boolean;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The path of the page when the recording was saved. Older files lack it: then it is the root. */
  readonly path: string;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const at = { at: v.number() };
const action = v.looseObject({ type: v.string() });

const effectLabel = { label: v.string(), args: v.optional(v.unknown()) };

/** Entries as stored: an `action` entry represents the next action of `payload`. */
const entry = v.variant('kind', [
  v.object({ kind: v.literal('started'), ...at }),
  v.object({
    kind: v.literal('action'),
    by: v.picklist(['sagas', 'transfers', 'session', 'page']),
    changed: v.optional(v.record(v.string(), v.string())),
    ...at,
  }),
  v.object({ kind: v.literal('other'), ...at }),
  v.object({ kind: v.literal('called'), ...effectLabel, result: v.unknown(), ...at }),
  v.object({ kind: v.literal('waiting'), id: count, ...effectLabel, ...at }),
  v.object({ kind: v.literal('resolved'), id: count, result: v.unknown(), ...at }),
  v.object({ kind: v.literal('rejected'), id: count, message: v.string(), ...at }),
]);

const anyFormat = v.object({ recording: v.object({ format: v.number() }) });

const file = v.object({
  payload: v.pipe(v.string(), v.transform(parseJson), v.array(action)),
  preloadedState: v.pipe(v.string(), v.transform(parseJson), v.custom<TransferState>(isState)),
  recording: v.object({
    savedAt: v.number(),
    path: v.optional(v.pipe(v.string(), v.startsWith('/')), '/'),
    dropped: count,
    isComplete: v.boolean(),
    log: v.array(entry),
    after: v.unknown(),
  }),
});

/** Parses a saved recording. The error is a text for the user. */
export function parseRecording(text: string): Result<Recording, string> {
  const json = parseJson(text);
  if (json === undefined) return err('It is not JSON: not a recording, or truncated.');
  const head = v.safeParse(anyFormat, json);
  if (!head.success) return err('It is not a transfer recording.');
  const { format } = head.output.recording;
  if (format < OLDEST_FORMAT || format > RECORDING_FORMAT) {
    return err(
      `It has format ${format}, but this version reads formats ${OLDEST_FORMAT} to ${RECORDING_FORMAT}. Use the version that wrote it.`,
    );
  }
  const parsed = v.safeParse(file, json, { abortEarly: true });
  if (!parsed.success) {
    return err(`It is damaged: ${v.getDotPath(parsed.issues[0]) ?? 'the file'} is invalid.`);
  }
  const { payload: actions, preloadedState: before, recording } = parsed.output;
  const actionEntries = recording.log.filter(({ kind }) => kind === 'action').length;
  if (actionEntries !== actions.length) {
    return err(`It is damaged: the log has ${actionEntries} actions, the payload ${actions.length}.`);
  }
  const remaining = actions.values();
  const hashes: MemberHashes[] = [];
  const log = recording.log.map((one): TimedEntry => {
    if (one.kind !== 'action') return one;
    const { changed, by, at: time } = one;
    if (changed !== undefined) hashes.push(changed);
    return {
      kind: 'action',
      by: by === 'transfers' ? 'sagas' : by,
      at: time,
      action: remaining.next().value ?? { type: '' },
    };
  });
  const { after, dropped, isComplete, savedAt, path } = recording;
  return ok({
    hasSessionSagas: format > 3,
    hasMessages: format > 4,
    hashes,
    before,
    actions,
    log,
    after,
    dropped,
    isComplete,
    savedAt,
    path,
  });
}

/** Checks what the reducers need. The replay reveals deeper damage. */
function isState(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts = new Map<string, unknown>(Object.entries(value));
  return Object.keys(transferReducers).every((name) => typeof parts.get(name) === 'object' && parts.get(name) !== null);
}
