import type { LogEntry } from '../../src/transfers/recorder/logEntry';
import { tellDifference } from './findDifferences';
import { checkFinalState, foldActions } from './foldActions';
import { parseRecording, type Recording } from './parseRecording';
import type { Divergence } from './playback';
import { rerunSagas } from './rerunSagas';
import { tellTime, tellTimeline } from './timeline';

/** The exit codes of the command. */
export const EXIT = { replayed: 0, differs: 1, noRecording: 2 } as const;

interface Replay {
  readonly code: (typeof EXIT)[keyof typeof EXIT];
  readonly lines: readonly string[];
}

/** So many differences are told, the rest is counted. */
const MOST_TOLD = 20;

/** Replays a saved recording: the timeline, then what the reducers and the sagas make of it now. */
export async function replayText(text: string): Promise<Replay> {
  const parsed = parseRecording(text);
  if (!parsed.ok) return { code: EXIT.noRecording, lines: [`This file can't be replayed. ${parsed.failure}`] };
  const recording = parsed.value;
  const head = [tellHead(recording)];
  try {
    const steps = foldActions(recording);
    const state = tellState(recording, steps);
    const sagas = await tellSagas(recording);
    const isSame = state.isSame && sagas.isSame;
    const lines = [...head, '', ...tellTimeline(recording, steps), '', ...state.lines, ...sagas.lines];
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

function tellHead({ savedAt, actions, log, dropped }: Recording): string {
  const saved = new Date(savedAt).toISOString();
  const before = dropped === 0 ? '' : `, after ${dropped} that were let go`;
  return `Saved ${saved}: ${actions.length} actions in ${log.length} entries${before}.`;
}

function tellState(recording: Recording, steps: ReturnType<typeof foldActions>): Verdict {
  const differences = checkFinalState(recording, steps);
  if (differences.length === 0) return { isSame: true, lines: ['✓ The reducers reach the recorded state.'] };
  const more = differences.length - MOST_TOLD;
  return {
    isSame: false,
    lines: [
      '✗ The reducers reach another state (- recorded, + now):',
      ...differences.slice(0, MOST_TOLD).flatMap(tellDifference),
      ...(more > 0 ? [`… and ${more} more`] : []),
    ],
  };
}

async function tellSagas(recording: Recording): Promise<Verdict> {
  if (!recording.isWhole) {
    return {
      isSame: true,
      lines: [
        '– The sagas were not run: the recording begins in the middle, and what they were waiting for then is not in it.',
      ],
    };
  }
  const divergence = await rerunSagas(recording);
  if (divergence === undefined)
    return { isSame: true, lines: ['✓ The sagas dispatch the same actions in the same order.'] };
  return { isSame: false, lines: tellDivergence(divergence, recording) };
}

function tellDivergence({ index, expected, actual, differences }: Divergence, { log }: Recording): readonly string[] {
  const at = log[Math.min(index, log.length - 1)]?.at ?? 0;
  return [
    `✗ The sagas do something else at entry ${index + 1} of ${log.length}, ${tellTime(at - (log[0]?.at ?? 0))} (- recorded, + now):`,
    `- ${tellEntry(expected, 'nothing more')}`,
    `+ ${tellEntry(actual, 'nothing that fits')}`,
    ...(expected !== undefined && actual !== undefined
      ? ['where they differ:', ...differences.flatMap(tellDifference)]
      : []),
  ];
}

function tellEntry(entry: LogEntry | undefined, otherwise: string): string {
  if (entry === undefined) return otherwise;
  return entry.kind === 'action' ? `action ${JSON.stringify(entry.action)}` : JSON.stringify(entry);
}
