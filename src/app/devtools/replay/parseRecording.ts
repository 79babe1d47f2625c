import type { UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { isRecord } from '@data-manager/lib/isRecord';
import { parseJson } from '@data-manager/lib/parseJson';
import { err, ok, type Result } from '@data-manager/lib/result';
import { transferReducers, type TransferState } from '../../../transfers/transferReducers';
import type { TimedEntry } from '../../recorder/logEntry';
import { RECORDING_FORMAT } from '../../recorder/recordingFile';
import type { MemberHashes } from '../../recorder/stateHashes';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const at = { at: v.number() };
const action = v.looseObject({ type: v.string() });

const effectLabel = { label: v.string(), args: v.optional(v.unknown()) };

/** Entries as stored: an `action` entry represents the next action of `payload`. */
const entry = v.variant('kind', [
  v.object({ kind: v.literal('started'), ...at }),
  v.object({
    kind: v.literal('action'),
    by: v.picklist(['sagas', 'page']),
    changed: v.record(v.string(), v.string()),
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
    /** Milliseconds since 1970. */
    savedAt: v.number(),
    /** The path of the page when the recording was saved. */
    path: v.pipe(v.string(), v.startsWith('/')),
    /** The version of the app that made it; earlier recordings name none. */
    build: v.optional(v.string(), ''),
    /** Number of actions before `before` that the recorder had already dropped. */
    dropped: count,
    /** True if the log has everything since the page opened. */
    isComplete: v.boolean(),
    log: v.array(entry),
    /** The state when the recording was saved. */
    after: v.custom<TransferState>(isState),
  }),
});

/** A saved recording. */
export interface Recording extends Omit<Readonly<v.InferOutput<typeof file>['recording']>, 'log'> {
  /** The state before the first action. */
  readonly before: TransferState;
  /** As dispatched, without secrets. */
  readonly actions: readonly UnknownAction[];
  readonly log: readonly TimedEntry[];
  /** For each action, the hashes of the members that it changed. */
  readonly hashes: readonly MemberHashes[];
}

/** What the command line and the page say about a file that they can't replay. */
export function refusalText(failure: string): string {
  return `This file can’t be replayed. ${failure}`;
}

/** The failure of a recording whose damage only its replay reveals. */
export function damageText(error: unknown): string {
  return `It is damaged: ${error instanceof Error ? error.message : String(error)}`;
}

/** Returns the version of a build, and the beginning of its commit: `0.2.0 (1a2b3c4d5e6f)`. */
export function buildText(build: string): string {
  const commit = commitOf(build);
  return `${build.split('+')[0]}${commit === undefined ? '' : ` (${commit.slice(0, 12)})`}`;
}

/** Returns the commit of a build, unless git was missing. */
export function commitOf(build: string): string | undefined {
  return /\.([0-9a-f]{40})$/.exec(build)?.[1];
}

/** Parses a saved recording. The error is a text for the user. */
export function parseRecording(text: string): Result<Recording, string> {
  const json = parseJson(text);
  if (json === undefined) return err('It is not JSON: not a recording, or truncated.');
  const head = v.safeParse(anyFormat, json);
  if (!head.success) return err('It is not a transfer recording.');
  const { format } = head.output.recording;
  if (format !== RECORDING_FORMAT) {
    return err(
      `It has format ${format}, but this version reads format ${RECORDING_FORMAT}. Use the version that wrote it.`,
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
    hashes.push(changed);
    return { kind: 'action', by, at: time, action: remaining.next().value ?? { type: '' } };
  });
  return ok({ ...recording, before, actions, log, hashes });
}

/** Checks what the reducers need. The replay reveals deeper damage. */
function isState(value: unknown): boolean {
  return isRecord(value) && Object.keys(transferReducers).every((name) => isRecord(value[name]));
}
