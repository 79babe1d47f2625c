import { createSecretFilter } from '@data-manager/domain/failures/secretFilter';
import { err, ok, type Result } from '@data-manager/lib/result';
import { parseRecording, type Recording } from '../../src/app/devtools/replay/parseRecording';
import { EVENT, INTERNAL } from '../../src/app/recorder/effectLabels';
import type { LogEntry, TimedEntry } from '../../src/app/recorder/logEntry';
import { redact } from '../../src/app/recorder/redact';
import type { Divergence } from './playback';
import { compareFinalState, findFirstDifference, replayReducers } from './replayReducers';
import { expectationOf } from './rerunSaga';
import { rerunSagas } from './rerunSagas';

/** A test of the sagas, and the recording that it reads. */
interface SagaTest {
  readonly source: string;
  readonly recording: string;
}

/** Effects that a test pins if nothing differs. */
const PINNED = 10;

/**
 * Writes a test from a recording: it expects the first recorded effect that today's sagas don't repeat, or else the recorded states,
 * or else the last effects. The error is a text for the developer.
 *
 * @param fileName the file of the recording, in the folder of the test
 */
export async function createSagaTest(text: string, fileName: string): Promise<Result<SagaTest, string>> {
  const parsed = parseRecording(text);
  if (!parsed.ok) return parsed;
  // The recorder has removed the secrets, but the file may come from elsewhere.
  const recording = String(redact(text, createSecretFilter()));
  const source = await testOf(parsed.value, fileName);
  return source === undefined
    ? err('It does not begin with the page, so its sagas can’t be run, and its states are those of today.')
    : ok({ source: String(redact(source, createSecretFilter())), recording });
}

async function testOf(recording: Recording, fileName: string): Promise<string | undefined> {
  const divergence = recording.isComplete ? await rerunSagas(recording) : undefined;
  if (divergence !== undefined) return testOfDivergence(recording.log, divergence, fileName);
  const isSame =
    findFirstDifference(recording) === undefined &&
    compareFinalState(recording, replayReducers(recording)).length === 0;
  if (!isSame) return testOfStates(fileName);
  return recording.isComplete ? testOfLastEffects(recording.log, fileName) : undefined;
}

/** Expects the effect that is missing, or that an effect after the end of the recording is gone. */
function testOfDivergence(
  log: readonly TimedEntry[],
  { index, expected, actual }: Divergence,
  fileName: string,
): string {
  if (expected === undefined) {
    const unexpected = expectationOf(actual as LogEntry) ?? '';
    return sagaTest(fileName, 'does nothing after the end of the recording', index, [`.not${unexpected}`]);
  }
  // A result that no saga waits for: the effect that followed is missing.
  const missing = log.slice(index).find((entry) => expectationOf(entry) !== undefined) ?? expected;
  const expectation = expectationOf(missing);
  const title = `repeats ${nameOf(missing)}, entry ${log.indexOf(missing as TimedEntry) + 1} of the recording`;
  return sagaTest(fileName, title, index, expectation === undefined ? [] : [expectation]);
}

function testOfLastEffects(log: readonly TimedEntry[], fileName: string): string {
  const last = [...log.entries()].filter(([, entry]) => isPinned(entry)).slice(-PINNED);
  const expectations = last.flatMap(([, entry]) => expectationOf(entry) ?? []);
  const advice =
    '// Today’s sagas do the same as the recorded ones. Change the effect that is wrong into the right one, and remove those after it.\n';
  return sagaTest(fileName, 'repeats the last effects of the recording', last[0]?.[0] ?? 0, expectations, advice);
}

/** Timers, messages between sagas and reads tell little. */
function isPinned(entry: TimedEntry): boolean {
  if (entry.kind === 'action') return entry.by === 'sagas';
  return entry.kind === 'waiting' && ![EVENT.label, INTERNAL.label, 'delay'].includes(entry.label);
}

function nameOf(entry: LogEntry): string {
  if (entry.kind === 'action') return entry.action.type;
  return entry.kind === 'called' || entry.kind === 'waiting'
    ? `the call of ${entry.label}`
    : `what follows ${entry.kind}`;
}

function sagaTest(fileName: string, title: string, from: number, expectations: readonly string[], advice = ''): string {
  const names = expectations.some((line) => line.includes('call(outside')) ? 'outside, readRecording' : 'readRecording';
  return `import path from 'node:path';
import { ${names}, rerunSaga } from '../../replay/rerunSaga';
import { expectSaga } from '../../support/expectSaga';

const recording = readRecording(path.join(__dirname, ${JSON.stringify(fileName)}));

${advice}it(${JSON.stringify(title)}, async () => {
  await expectSaga(rerunSaga, recording, ${from})
    ${expectations.join('\n    ')}
    .run(false);
});
`;
}

function testOfStates(fileName: string): string {
  return `import path from 'node:path';
import { compareFinalState, findFirstDifference, replayReducers } from '../../replay/replayReducers';
import { readRecording } from '../../replay/rerunSaga';

const recording = readRecording(path.join(__dirname, ${JSON.stringify(fileName)}));

it('reaches the recorded states', () => {
  expect(findFirstDifference(recording)).toBeUndefined();
  expect(compareFinalState(recording, replayReducers(recording))).toEqual([]);
});
`;
}
