import type { UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { parseJson } from '../../src/lib/parseJson';
import { err, ok, type Result } from '../../src/lib/result';
import type { TimedEntry } from '../../src/transfers/recorder/logEntry';
import { RECORDING_FORMAT } from '../../src/transfers/recorder/recordingText';
import { transferReducers, type TransferState } from '../../src/transfers/transferReducers';

/** A saved recording. */
export interface Recording {
  /** The state before the first action. */
  readonly before: TransferState;
  /** Redacted, as they were dispatched. */
  readonly actions: readonly UnknownAction[];
  readonly log: readonly TimedEntry[];
  /** The state when it was saved. */
  readonly after: unknown;
  /** Actions before `before` that the recorder had let go. */
  readonly dropped: number;
  /** The log goes back to the start of the page. */
  readonly isWhole: boolean;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const at = { at: v.number() };
const action = v.looseObject({ type: v.string() });

/** Entries as they stand in the file: an action is found among those of `payload`. */
const entry = v.variant('kind', [
  v.object({ kind: v.literal('started'), ...at }),
  v.object({ kind: v.literal('action'), by: v.picklist(['transfers', 'session', 'page']), ...at }),
  v.object({ kind: v.literal('other'), ...at }),
  v.object({ kind: v.literal('asked'), call: count, what: v.string(), about: v.optional(v.unknown()), ...at }),
  v.object({ kind: v.literal('answered'), call: count, answer: v.unknown(), ...at }),
  v.object({ kind: v.literal('threw'), call: count, message: v.string(), ...at }),
  v.object({ kind: v.literal('read'), what: v.string(), value: v.unknown(), ...at }),
  v.object({ kind: v.literal('heard'), listener: count, what: v.string(), message: v.unknown(), ...at }),
  v.object({ kind: v.literal('progress'), put: count, bytes: v.number(), ...at }),
  v.object({ kind: v.literal('noted'), what: v.string(), about: v.unknown(), ...at }),
]);

const ofAnyFormat = v.object({ recording: v.object({ format: v.number() }) });

const file = v.object({
  payload: v.pipe(v.string(), v.transform(parseJson), v.array(action)),
  preloadedState: v.pipe(v.string(), v.transform(parseJson), v.custom<TransferState>(isState)),
  recording: v.object({
    savedAt: v.number(),
    dropped: count,
    isWhole: v.boolean(),
    log: v.array(entry),
    after: v.unknown(),
  }),
});

/** Reads a saved file, or says in words why it can't be replayed. */
export function parseRecording(text: string): Result<Recording, string> {
  const json = parseJson(text);
  if (json === undefined) return err('It is no JSON: not a recording, or cut off.');
  const head = v.safeParse(ofAnyFormat, json);
  if (!head.success) return err('It is no transfer recording.');
  const { format } = head.output.recording;
  if (format > RECORDING_FORMAT) {
    return err(`It has the format ${format}, this version reads ${RECORDING_FORMAT}: replay it with a newer version.`);
  }
  const parsed = v.safeParse(file, json, { abortEarly: true });
  if (!parsed.success) {
    return err(`It is damaged: ${v.getDotPath(parsed.issues[0]) ?? 'the file'} is not as it was written.`);
  }
  const { payload: actions, preloadedState: before, recording } = parsed.output;
  const told = recording.log.filter(({ kind }) => kind === 'action').length;
  if (told !== actions.length) {
    return err(`It is damaged: the log tells of ${told} actions, and there are ${actions.length}.`);
  }
  const left = actions.values();
  const log = recording.log.map((one): TimedEntry =>
    one.kind === 'action' ? { ...one, action: left.next().value ?? { type: '' } } : one,
  );
  const { after, dropped, isWhole, savedAt } = recording;
  return ok({ before, actions, log, after, dropped, isWhole, savedAt });
}

/** As far as reducers need it; what is wrong deeper inside shows in the replay. */
function isState(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts = new Map<string, unknown>(Object.entries(value));
  return Object.keys(transferReducers).every((name) => typeof parts.get(name) === 'object' && parts.get(name) !== null);
}
