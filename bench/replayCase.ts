import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseRecording, type Recording } from '../src/app/devtools/replay/parseRecording';
import { replayReducers } from '../test/replay/replayReducers';
import { rerunSagas } from '../test/replay/rerunSagas';
import { medianOf, type Finding } from './report';

const RECORDINGS = resolve(__dirname, '../test/recordings');
/** Repetitions, since replaying one recording takes only a few milliseconds. */
const TIMES = 50;
/** At this rate, a full buffer of 5,000 actions is replayed within five seconds. */
const ACTIONS_A_SECOND = 1_000;

/** Measures replaying recordings with reducers and sagas against the reducers alone. Needs no browser. */
export async function measureReplay(count: number): Promise<readonly Finding[]> {
  const recordings = await readRecordings();
  const actions = TIMES * recordings.reduce((sum, recording) => sum + recording.actions.length, 0);
  const folds: number[] = [];
  const replays: number[] = [];
  for (let round = 0; round < count; round += 1) {
    folds.push(await secondsOf(recordings, (recording) => void replayReducers(recording)));
    replays.push(await secondsOf(recordings, replay));
  }
  const speed = actions / medianOf(replays);
  return [
    {
      name: `replay of ${recordings.length} recordings, ${TIMES} times`,
      measured: `${speed.toFixed(0)} actions a second`,
      against: `${(actions / medianOf(folds)).toFixed(0)} by the reducers alone`,
      value: speed.toFixed(0),
      rounds: replays.map((seconds) => actions / seconds),
      target: `≥ ${ACTIONS_A_SECOND} a second`,
      isMet: speed >= ACTIONS_A_SECOND,
    },
  ];
}

async function replay(recording: Recording): Promise<void> {
  replayReducers(recording);
  const divergence = await rerunSagas(recording);
  if (divergence !== undefined) throw new Error(`A recording no longer replays, at entry ${divergence.index + 1}.`);
}

async function secondsOf(recordings: readonly Recording[], job: (recording: Recording) => void | Promise<void>) {
  const started = performance.now();
  for (let time = 0; time < TIMES; time += 1) {
    for (const recording of recordings) await job(recording);
  }
  return (performance.now() - started) / 1_000;
}

async function readRecordings(): Promise<readonly Recording[]> {
  const names = (await readdir(RECORDINGS)).filter((name) => name.endsWith('.json'));
  return Promise.all(
    names.map(async (name) => {
      const parsed = parseRecording(await readFile(join(RECORDINGS, name), 'utf8'));
      if (!parsed.ok) throw new Error(`${name}: ${parsed.failure}`);
      return parsed.value;
    }),
  );
}
