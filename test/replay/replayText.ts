import { parseRecording, type Recording } from '../../src/app/devtools/replay/parseRecording';
import type { Divergence } from './playback';
import {
  compareFinalState,
  findFirstDifference,
  formatDifference,
  replayReducers,
  type FirstDifference,
  type Step,
} from './replayReducers';
import { rerunSagas } from './rerunSagas';
import { formatTime, formatTimeline } from './timeline';

/** The exit codes of the command. */
export const EXIT = { replayed: 0, differs: 1, noRecording: 2 } as const;

interface Replay {
  readonly code: (typeof EXIT)[keyof typeof EXIT];
  readonly lines: readonly string[];
}

/** More differences are counted, not listed. */
const MAX_DIFFERENCES = 20;

/** Replays a saved recording: prints its timeline, then compares the results of the reducers and the sagas. */
export async function replayText(text: string): Promise<Replay> {
  const parsed = parseRecording(text);
  if (!parsed.ok) return { code: EXIT.noRecording, lines: [`This file can't be replayed. ${parsed.failure}`] };
  const recording = parsed.value;
  const head = [formatHead(recording)];
  try {
    const steps = replayReducers(recording);
    const state = checkState(recording, steps);
    const sagas = await checkSagas(recording);
    const isSame = state.isSame && sagas.isSame;
    const lines = [...head, '', ...formatTimeline(recording, steps), '', ...state.lines, ...sagas.lines];
    return { code: isSame ? EXIT.replayed : EXIT.differs, lines };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { code: EXIT.noRecording, lines: [...head, `This file can't be replayed. It is damaged: ${why}`] };
  }
}

interface Verdict {
  readonly isSame: boolean;
  readonly lines: readonly string[];
}

function formatHead({ savedAt, actions, log, dropped }: Recording): string {
  const saved = new Date(savedAt).toISOString();
  const older = dropped === 0 ? '' : `, after ${dropped} older ones`;
  return `Saved ${saved}: ${actions.length} actions in ${log.length} entries${older}.`;
}

function checkState(recording: Recording, steps: readonly Step[]): Verdict {
  const first = findFirstDifference(recording);
  const differences = compareFinalState(recording, steps);
  const more = differences.length - MAX_DIFFERENCES;
  const lines = [
    ...(first === undefined ? [] : [formatFirst(first, recording)]),
    ...(differences.length === 0
      ? ['✓ The reducers reach the recorded state.']
      : [
          '✗ The reducers reach a different state (- recorded, + now):',
          ...differences.slice(0, MAX_DIFFERENCES).flatMap(formatDifference),
          ...(more > 0 ? [`… and ${more} more`] : []),
        ]),
  ];
  return { isSame: first === undefined && differences.length === 0, lines };
}

function formatFirst({ index, type, members }: FirstDifference, { actions }: Recording): string {
  return `✗ The state differs from action ${index + 1} of ${actions.length} on, ${type}: ${members.join(', ')}.`;
}

async function checkSagas(recording: Recording): Promise<Verdict> {
  if (!recording.isComplete) {
    return {
      isSame: true,
      lines: [
        '– The sagas were not run: the recording does not begin with the page, so their earlier state is unknown.',
      ],
    };
  }
  const divergence = await rerunSagas(recording);
  if (divergence === undefined)
    return { isSame: true, lines: ['✓ The sagas dispatch the same actions in the same order.'] };
  return { isSame: false, lines: formatDivergence(divergence, recording) };
}

function formatDivergence({ index, expected, actual, differences }: Divergence, { log }: Recording): readonly string[] {
  const at = log[Math.min(index, log.length - 1)]?.at ?? 0;
  return [
    `✗ The sagas differ at entry ${index + 1} of ${log.length}, ${formatTime(at - (log[0]?.at ?? 0))} (- recorded, + now):`,
    `- ${formatEntry(expected, 'the end')}`,
    `+ ${formatEntry(actual, 'nothing')}`,
    ...(expected !== undefined && actual !== undefined
      ? ['where they differ:', ...differences.flatMap(formatDifference)]
      : []),
  ];
}

function formatEntry(entry: object | undefined, otherwise: string): string {
  if (entry === undefined) return otherwise;
  return JSON.stringify(entry);
}
