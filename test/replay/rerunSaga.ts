import fs from 'node:fs';
import type { Action } from '@reduxjs/toolkit';
import { call, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { parseRecording, type Recording } from '../../src/app/devtools/replay/parseRecording';
import type { EffectLabel } from '../../src/app/recorder/effectLabels';
import type { LogEntry } from '../../src/app/recorder/logEntry';
import { rerunSagas } from './rerunSagas';

/** Reads a recording for a test. Throws if it can't be replayed. */
export function readRecording(file: string): Recording {
  const parsed = parseRecording(fs.readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value;
}

/**
 * Stands for whatever the sagas called outside. A test expects `.call(outside, 'POST /upload/start', args)`. Arguments of calls
 * with an immediate result are not compared, because texts may change.
 */
export function outside(label: string, args?: unknown): readonly unknown[] {
  return [label, args];
}

/**
 * For `expectSaga`: repeats what today's sagas do with the results of a recording, as one saga. It ends with the first effect
 * that differs from the recording, because the results after it belong to other effects.
 *
 * @param from index of the first log entry whose effect counts. Earlier ones could be mistaken for it.
 */
export function* rerunSaga(recording: Recording, from: number): SagaOf<void> {
  const divergence = yield* call(rerunSagas, recording);
  const done = recording.log.slice(from, divergence?.index);
  const actual = divergence?.actual === undefined ? [] : [asRecorded(divergence.actual)];
  for (const entry of [...done, ...actual]) {
    if (entry.kind === 'action' && entry.by === 'sagas') yield* put(entry.action);
    else if (entry.kind === 'called' || entry.kind === 'waiting') yield* call(outside, ...labelOf(entry));
  }
}

/** Without undefined members, as in a file. */
function asRecorded(effect: object): LogEntry {
  return JSON.parse(JSON.stringify(effect)) as LogEntry;
}

/** Returns what tests expect of an effect. */
function labelOf(entry: EffectLabel & { readonly kind: 'called' | 'waiting' }): [string, unknown?] {
  return entry.kind === 'called' || entry.args === undefined ? [entry.label] : [entry.label, entry.args];
}

/** An effect as a line of an `expectSaga` chain. */
export function expectationOf(entry: LogEntry): string | undefined {
  switch (entry.kind) {
    case 'action':
      return entry.by === 'sagas' ? `.put(${literal(entry.action satisfies Action)})` : undefined;
    case 'called':
    case 'waiting':
      return `.call(outside, ${labelOf(entry).map(literal).join(', ')})`;
    default:
      return undefined;
  }
}

/** JSON is JavaScript. */
function literal(value: unknown): string {
  return JSON.stringify(value);
}
