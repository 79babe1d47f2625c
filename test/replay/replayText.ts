import { formatDuration } from '@data-manager/lib/formatDuration';
import {
  buildText,
  commitOf,
  damageText,
  parseRecording,
  refusalText,
  type Recording,
} from '../../src/app/devtools/replay/parseRecording';
import {
  differentSteps,
  filterStory,
  summaryOf,
  tellStory,
  type StoryFilter,
} from '../../src/app/devtools/replay/recordedStory';
import type { Divergence } from './playback';
import {
  compareFinalState,
  findFirstDifference,
  formatDifference,
  replayReducers,
  type Difference,
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

/**
 * Replays a saved recording: prints its timeline, then compares the results of the reducers and the sagas.
 *
 * @param filter prints only these actions, with their titles
 * @param currentCommit the commit of the checkout, if it is known
 */
export async function replayText(text: string, filter?: StoryFilter, currentCommit?: string): Promise<Replay> {
  const parsed = parseRecording(text);
  if (!parsed.ok) return { code: EXIT.noRecording, lines: [refusalText(parsed.failure)] };
  const recording = parsed.value;
  const head = [formatHead(recording), ...formatBuild(recording, currentCommit)];
  try {
    const steps = replayReducers(recording);
    const state = checkState(recording, steps);
    const sagas = await checkSagas(recording);
    const isSame = state.isSame && sagas.isSame;
    const timeline = filter === undefined ? formatTimeline(recording, steps) : await formatStory(recording, filter);
    const lines = [...head, '', ...timeline, '', ...state.lines, ...sagas.lines];
    return { code: isSame ? EXIT.replayed : EXIT.differs, lines };
  } catch (error) {
    return { code: EXIT.noRecording, lines: [...head, refusalText(damageText(error))] };
  }
}

function formatBuild({ build }: Recording, currentCommit: string | undefined): readonly string[] {
  const commit = commitOf(build);
  if (commit === undefined || currentCommit === undefined || commit === currentCommit) return [];
  return [
    `Made by version ${buildText(build)}; this is commit ${currentCommit.slice(0, 12)}. --at-build replays with the code that made it.`,
  ];
}

async function formatStory(recording: Recording, filter: StoryFilter): Promise<readonly string[]> {
  const rows = tellStory(recording);
  const start = recording.log[0]?.at ?? 0;
  const shown = filterStory(rows, filter, filter.kind === 'differences' ? await differentSteps(recording) : undefined);
  return [
    `${summaryOf(recording, rows)}.`,
    ...(shown.length === 0 ? ['No action matches.'] : []),
    ...shown.map(({ at, title, lasts, detail }) =>
      [
        `${formatTime(at - start)}  ${title}`,
        ...(lasts === undefined ? [] : [`for ${formatDuration(lasts)}`]),
        ...(detail === undefined ? [] : [`– ${detail.replaceAll(/[\u2066-\u2069]/g, '')}`]),
      ].join(' '),
    ),
  ];
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
  const final = compareFinalState(recording, steps);
  const lines = [
    ...(first === undefined
      ? []
      : [
          `✗ The state differs from action ${first.index + 1} of ${recording.actions.length} on, ${first.type}: ${first.members.join(', ')} (- recorded, + now):`,
          ...formatDifferences(first.differences),
        ]),
    ...(final.length === 0
      ? [first === undefined ? '✓ The reducers reach the recorded state.' : '– Later actions overwrite the difference.']
      : ['✗ The reducers reach a different state (- recorded, + now):', ...formatDifferences(final)]),
  ];
  return { isSame: first === undefined && final.length === 0, lines };
}

function formatDifferences(differences: readonly Difference[]): readonly string[] {
  const more = differences.length - MAX_DIFFERENCES;
  return [
    ...differences.slice(0, MAX_DIFFERENCES).flatMap(formatDifference),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ];
}

async function checkSagas(recording: Recording): Promise<Verdict> {
  if (!recording.isComplete) {
    return {
      isSame: true,
      lines: [
        '– The sagas were not run: the recording lacks results from the beginning of the page on, so their state is unknown.',
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
