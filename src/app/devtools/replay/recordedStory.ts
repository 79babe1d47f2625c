import type { UnknownAction } from '@reduxjs/toolkit';
import type { Failure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import type { SetAsideFile } from '@data-manager/domain/follow/follow';
import { setAsideText } from '@data-manager/domain/follow/setAsideText';
import { formatDuration } from '@data-manager/lib/formatDuration';
import { formatCount } from '@data-manager/lib/formatNumber';
import { groupBy } from '@data-manager/lib/groupBy';
import { isRecord } from '@data-manager/lib/isRecord';
import { counted } from '@data-manager/lib/plural';
import { createPauses } from '../../../platform/pauses';
import { filesSetAside } from '../../../transfers/follows/followsSlice';
import { transferReducer, type TransferState } from '../../../transfers/transferReducers';
import { selectAllUploads } from '../../../transfers/uploads/uploadsSelectors';
import { hashStates } from '../../recorder/recordingFile';
import { changedHashes } from '../../recorder/stateHashes';
import { createActionTitles } from '../actionTitles';
import type { Recording } from './parseRecording';

/** One action as a line of the story. */
export interface StoryRow {
  /** The number of actions after which its state is shown. */
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The narrowest kind that it belongs to. */
  readonly kind: Exclude<StoryKind, 'highlights' | 'differences'>;
  /** The slice of the action. */
  readonly machine: string;
  /** The name of its file or transfer. */
  readonly name: string | undefined;
  readonly title: string;
  /** The text that the user saw. */
  readonly detail: string | undefined;
  /** Milliseconds until the machine no longer waited or was no longer paused. */
  lasts?: number;
}

/** What `--only` and the page offer, by the name on the command line. */
export const STORY_KINDS = {
  highlights: 'Highlights',
  failures: 'Failures',
  retries: 'Retries',
  waits: 'Waits',
  commands: 'Commands',
  differences: 'Differences',
  everything: 'Everything',
} as const;

export type StoryKind = keyof typeof STORY_KINDS;

export function isStoryKind(name: string): name is StoryKind {
  return name in STORY_KINDS;
}

export interface StoryFilter {
  readonly kind: StoryKind;
  /** Empty for all of them. */
  readonly machine: string;
  /** A part of the title or the detail, such as the name of a file or transfer, in any case. */
  readonly file: string;
}

/** Tells the actions of a recording, in order. */
export function tellStory({
  before,
  actions,
  log,
}: Pick<Recording, 'before' | 'actions' | 'log'>): readonly StoryRow[] {
  const titles = createActionTitles();
  const times = log.filter(({ kind }) => kind === 'action').map(({ at }) => at);
  /** Rows at which a machine stops or begins to wait. The function returns true as long as it does. */
  const standing = new Map<StoryRow, (now: TransferState) => boolean>();
  for (const payload of Object.values(before)) titles.learn({ type: '', payload });
  let state = before;
  return actions.map((action, index) => {
    titles.learn(action);
    const { failure, id } = partsOf(action);
    const machine = action.type.split('/')[0] ?? '';
    const status = statusAfter(action.type);
    const isStanding = (now: TransferState): boolean => status !== undefined && hasStatus(now, machine, id, status);
    // While it waits, each further attempt is an action as well.
    const isAgain = isStanding(state);
    state = transferReducer(state, action);
    const row: StoryRow = {
      step: index + 1,
      at: times[index] ?? 0,
      kind: isAgain && status === 'waiting' ? 'retries' : kindOf(action, failure),
      machine,
      name: titles.nameOf(action),
      title: titles.titleOf(action),
      detail: filesSetAside.match(action)
        ? setAsideTexts(action.payload.files)
        : failure && failureNotice(failure).text,
    };
    if (!isAgain && isStanding(state)) standing.set(row, isStanding);
    for (const [first, isStill] of standing) {
      if (isStill(state)) continue;
      first.lasts = row.at - first.at;
      standing.delete(first);
    }
    return row;
  });
}

/** The first few. */
function setAsideTexts(files: readonly SetAsideFile[]): string {
  return files
    .slice(0, 3)
    .map(({ name, reason }) => `${name}: ${setAsideText(reason)}`)
    .join(', ');
}

function partsOf({ payload }: UnknownAction) {
  const { id, failure, fault = failure }: Readonly<Record<string, unknown>> = isRecord(payload) ? payload : {};
  return {
    failure: isRecord(fault) ? (fault as unknown as Failure) : undefined,
    id: typeof id === 'string' ? id : undefined,
  };
}

function kindOf({ type }: UnknownAction, failure: Failure | undefined): StoryRow['kind'] {
  if (type.endsWith('Requested')) return 'commands';
  if (/\/(\w+Retried|\w+Requeued|pollFailed|uploadIdLost)$/.test(type)) return 'retries';
  if (failure !== undefined || /\/(filesSetAside|downloadLost|comparisonFailed)$/.test(type)) return 'failures';
  return /\/(waiting(Started|Ended)|(queue|fetch|comparison)(Paused|Resumed))$/.test(type) ? 'waits' : 'everything';
}

type Standing = 'waiting' | 'paused';

function statusAfter(type: string): Standing | undefined {
  if (type.endsWith('/waitingStarted')) return 'waiting';
  return type.endsWith('Paused') ? 'paused' : undefined;
}

function hasStatus(
  { uploads, ...state }: TransferState,
  machine: string,
  id: string | undefined,
  status: Standing,
): boolean {
  if (machine === 'uploads') return uploads.status.kind === status;
  const { items = [] } = state[machine as 'fetches' | 'follows' | 'comparisons'] as {
    readonly items?: readonly object[];
  };
  const item = items.find((one) => 'id' in one && one.id === id);
  return item !== undefined && (status in item || ('phase' in item && item.phase === status));
}

/** Returns the whole night in a sentence. */
export function summaryOf(
  { actions, dropped, after }: Pick<Recording, 'actions' | 'dropped' | 'after'>,
  rows: readonly StoryRow[],
): string {
  const ended = (type: string, done: string): readonly string[] => {
    const count = actions.filter((action) => action.type === type).length;
    return count === 0 ? [] : [`${counted(count, 'file')} ${done}`];
  };
  const ofKind = (kind: StoryKind): readonly StoryRow[] => rows.filter((row) => row.kind === kind);
  const waits = rows.filter(({ lasts }) => lasts !== undefined);
  const waited = waits.reduce((sum, { lasts = 0 }) => sum + lasts, 0);
  return [
    ...ended('uploads/fileCompleted', 'uploaded'),
    ...ended('fetches/fileSaved', 'saved in folders'),
    ...ended('downloads/downloadSaved', 'downloaded'),
    counted(ofKind('failures').length, 'failure'),
    `${counted(waits.length, 'wait')}${waited === 0 ? '' : ` (${formatDuration(waited)} in all)`}`,
    ...leftIn(after),
    ...(dropped === 0 ? [] : [`${counted(dropped, 'earlier action')} not recorded`]),
  ].join(', ');
}

/** What had not ended when the recording was saved. */
function leftIn(state: TransferState): readonly string[] {
  const uploads = selectAllUploads(state);
  const failed = uploads.filter(({ progress }) => progress.phase === 'failed').length;
  const { kind } = state.uploads.status;
  const setAside = state.follows.items.reduce((sum, { setAsideCount }) => sum + setAsideCount, 0);
  return [
    ...(uploads.length === 0 ? [] : [`${counted(uploads.length, 'file')} left in the queue`]),
    ...(failed === 0 ? [] : [`${formatCount(failed)} of them failed`]),
    ...(kind === 'running' ? [] : [`the queue ${kind}`]),
    ...(setAside === 0 ? [] : [`${counted(setAside, 'file')} set aside in followed folders`]),
  ];
}

/**
 * Returns the steps after which today's reducers reach another state than the recorded one. Hashing 100,000 states takes
 * seconds, so the page may render after each of them.
 */
export async function differentSteps(
  { before, actions, hashes }: Pick<Recording, 'before' | 'actions' | 'hashes'>,
  pause = createPauses(),
): Promise<ReadonlySet<number>> {
  const steps = new Set<number>();
  let step = 0;
  for (const changed of hashStates(before, actions)) {
    if (Object.keys(changedHashes(hashes[step] ?? {}, changed)).length > 0) steps.add(step + 1);
    step += 1;
    await pause();
  }
  return steps;
}

/** @param differences are only needed for their kind */
export function filterStory(
  rows: readonly StoryRow[],
  { kind, machine, file }: StoryFilter,
  differences: ReadonlySet<number> = new Set(),
): readonly StoryRow[] {
  const wanted = file.toLowerCase();
  return rows.filter(
    (row) =>
      (machine === '' || row.machine === machine) &&
      (wanted === '' || `${row.title} ${row.detail ?? ''}`.toLowerCase().includes(wanted)) &&
      (isOfKind(row, kind, differences) || (kind === 'highlights' && (row === rows[0] || row === rows.at(-1)))),
  );
}

function isOfKind(row: StoryRow, kind: StoryKind, differences: ReadonlySet<number>): boolean {
  switch (kind) {
    case 'everything':
      return true;
    case 'highlights':
      return row.kind !== 'everything' && row.kind !== 'retries';
    case 'differences':
      return differences.has(row.step);
    default:
      return row.kind === kind;
  }
}

/** Returns the rows of each file and transfer by its name, in the order of their first rows. */
export function lanesOf(rows: readonly StoryRow[]): ReadonlyMap<string, readonly StoryRow[]> {
  return groupBy(rows, ({ name }) => name);
}
