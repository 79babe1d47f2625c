import type { UnknownAction } from '@reduxjs/toolkit';
import type { DownloadItem } from '@data-manager/domain/downloads/download';
import { sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import type { Recording } from '../../src/app/devtools/replay/parseRecording';
import { INTERNAL } from '../../src/app/recorder/effectLabels';
import type { TimedEntry } from '../../src/app/recorder/logEntry';
import type { TransferState } from '../../src/transfers/transferReducers';
import { selectAllUploads } from '../../src/transfers/uploads/uploadsSelectors';
import type { Step } from './replayReducers';

const KIND_WIDTH = 8;
const NAME_WIDTH = 32;
/** Longer details are cut off. The file has all of them. */
const MAX_DETAIL_LENGTH = 160;

/** Formats one line for each command, event, call and result. */
export function formatTimeline({ log }: Pick<Recording, 'log'>, steps: readonly Step[]): readonly string[] {
  const start = log[0]?.at ?? 0;
  const waiting = new Map<number, string>();
  const remainingSteps = steps.values();
  return log.flatMap((entry) => {
    const text =
      entry.kind === 'action' ? formatAction(entry.action, remainingSteps.next().value) : formatEntry(entry, waiting);
    return text === undefined ? [] : [`${formatTime(entry.at - start)}  ${text}`];
  });
}

/** Shows what an action changed, or else its payload. */
function formatAction({ type, payload }: UnknownAction, step: Step | undefined): string {
  const change = step === undefined ? '' : formatChange(step.before, step.after);
  const kind = type.endsWith('Requested') ? 'command' : 'event';
  return formatLine(kind, type, change === '' && payload !== undefined ? JSON.stringify(payload) : change);
}

/** Omits communication between sagas, and reads such as the time. */
function formatEntry(entry: TimedEntry, waiting: Map<number, string>): string | undefined {
  switch (entry.kind) {
    case 'started':
      return formatLine('start', 'the sagas', '');
    case 'called': {
      const hasResult = JSON.stringify(entry.result) !== '{"$":"undefined"}';
      return hasResult ? undefined : formatLine('call', entry.label, formatArgs(entry.args));
    }
    case 'waiting': {
      const { id, label, args } = entry;
      if (label === INTERNAL.label || label === 'delay') return undefined;
      const name = `${label} #${id}`;
      waiting.set(id, name);
      return formatLine('wait', name, formatArgs(args));
    }
    case 'resolved': {
      const name = waiting.get(entry.id);
      return name && formatLine('result', name, JSON.stringify(entry.result));
    }
    case 'rejected':
      return formatLine('error', waiting.get(entry.id) ?? `#${entry.id}`, entry.message);
    default:
      return undefined;
  }
}

function formatArgs(args: unknown): string {
  return args === undefined ? '' : JSON.stringify(args);
}

function formatLine(kind: string, name: string, detail: string): string {
  const shortened = detail.length > MAX_DETAIL_LENGTH ? `${detail.slice(0, MAX_DETAIL_LENGTH)} …` : detail;
  return `${kind.padEnd(KIND_WIDTH)} ${name.padEnd(NAME_WIDTH)} ${shortened}`.trimEnd();
}

/** Formats for example `+1:02:03.456`. */
export function formatTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `+${clock}.${String(milliseconds % 1_000).padStart(3, '0')}`;
}

/** If an action changes thousands of items, this many are listed. */
const MAX_ITEMS = 3;

/** Formats a change of the state: items with their phases before and after, and all other members by name. */
function formatChange(before: TransferState, after: TransferState): string {
  if (before === after) return '';
  return [
    ...formatItems(before.downloads.items, after.downloads.items, describeDownload),
    ...formatItems(selectAllUploads(before), selectAllUploads(after), describeUpload),
    ...formatItems(before.interrupted.files, after.interrupted.files, describeUpload),
    ...formatMembers('session', before.session, after.session, []),
    ...formatMembers('uploads', before.uploads, after.uploads, ['files']),
    ...formatMembers('interrupted', before.interrupted, after.interrupted, ['files']),
    ...formatMembers('panel', before.panel, after.panel, []),
    ...formatMembers('history', before.history, after.history, ['saved']),
    ...formatItems(before.history.saved, after.history.saved, ({ title }) => [title, 'in the history']),
  ].join('; ');
}

/** The name and the phase of an item. */
type Description = readonly [name: string, phase: string];

function describeDownload(item: DownloadItem): Description {
  const { title, completedSize, totalSize, phase } = item;
  const size = completedSize === undefined ? '' : ` ${completedSize}/${totalSize ?? '?'} B`;
  return [title, `${phase}${size}`];
}

function describeUpload(file: UploadFile): Description {
  const parts = sessionOf(file)?.parts.length;
  const { phase } = file.progress;
  return [file.newName ?? file.name, parts === undefined ? phase : `${phase} (parts held: ${parts})`];
}

function formatItems<Item extends { readonly id: string }>(
  before: readonly Item[],
  after: readonly Item[],
  describe: (item: Item) => Description,
): readonly string[] {
  if (before === after) return [];
  const previous = new Map(before.map((item) => [item.id, item]));
  const remaining = new Set(after.map(({ id }) => id));
  const lines = [
    ...after
      .filter((item) => previous.get(item.id) !== item)
      .map((item) => formatStep(previous.get(item.id), item, describe)),
    ...before.filter(({ id }) => !remaining.has(id)).map((item) => formatStep(item, undefined, describe)),
  ];
  const more = lines.length - MAX_ITEMS;
  return more > 0 ? [...lines.slice(0, MAX_ITEMS), `and ${more} more`] : lines;
}

function formatStep<Item>(
  before: Item | undefined,
  after: Item | undefined,
  describe: (item: Item) => Description,
): string {
  const [was, is] = [before && describe(before), after && describe(after)];
  const steps = [was?.[1], is?.[1] ?? 'gone'].filter((phase) => phase !== undefined);
  return `${(is ?? was)?.[0] ?? ''}: ${[...new Set(steps)].join(' → ')}`;
}

function formatMembers(name: string, before: object, after: object, without: readonly string[]): readonly string[] {
  if (before === after) return [];
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((member) => !without.includes(member) && was.get(member) !== is.get(member))
    .map((member) => `${name}.${member} = ${is.get(member) === undefined ? 'none' : JSON.stringify(is.get(member))}`);
}
