import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import { fileDateText } from '@data-manager/domain/listing/fileDate';
import { imageProblemText, type FileEntry } from '@data-manager/domain/listing/fileListing';
import { channelCode, MAX_SECTION, sectionName } from '@data-manager/domain/names/grammar';
import { nameInText, shownName } from '@data-manager/domain/names/shownName';
import {
  groupScans,
  keepRescans,
  renameToDatasets,
  repairNames,
  type Card,
  type NameRepair,
  type ScanGroup,
} from '@data-manager/domain/preflight/worklist';
import { datasetFolder } from '@data-manager/domain/uploads/uploadForecast';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted, plural } from '@data-manager/lib/plural';
import type { ChoiceEvent } from '../rows/choice';
import type { CheckedRow, CollisionDecision } from '../rows/rows';
import { findingText } from '../rows/rowTexts';

/** A button, and what it does. */
export interface CardAction {
  readonly label: string;
  /** Set for a decision: whether it is the current one. */
  readonly isPressed?: boolean;
  /** The proposed decision. */
  readonly isProposed?: boolean;
  readonly event: ChoiceEvent;
}

/** A file of a card. */
export interface CardFile {
  readonly id: string;
  readonly name: string;
  /** The proposed name. */
  readonly newName?: string;
  readonly note?: string;
  readonly isLeftOut?: boolean;
  /** What to do about this file alone. */
  readonly actions: readonly CardAction[];
  /** What its picture is made of. */
  readonly picture?: File | FileEntry;
}

/** Files that belong together, with their pictures. */
interface CardPair {
  readonly place: string;
  readonly files: readonly CardFile[];
}

/** All that a card shows. */
export interface CardDescription {
  readonly title: string;
  /** Nothing is left to decide. */
  readonly isSolved: boolean;
  /** What the problem means, and what to do. */
  readonly text: string;
  /** The proposal for all files, and its alternatives. */
  readonly actions: readonly CardAction[];
  /** The files that can only be renamed by a rule. */
  readonly toRename?: readonly CheckedRow[];
  readonly files: readonly CardFile[];
  /** Instead of `files` if they are compared with each other. */
  readonly pairs?: readonly CardPair[];
}

/**
 * Describes a card: the only place that knows the kinds of problems apart.
 *
 * @param canRestore the server keeps replaced files
 */
export function describeCard(card: Card<CheckedRow>, canRestore: boolean): CardDescription {
  const { kind, rows } = card;
  const files = counted(rows.length, 'file');
  switch (kind) {
    case 'names':
      return namesCard(rows);
    case 'unstorable':
    case 'tooLarge':
      return {
        title: kind === 'tooLarge' ? `${files} too large` : `${files} can’t be stored under this name`,
        isSolved: false,
        text: findingText(kind),
        actions: [{ label: `Leave out ${files}`, event: removal(rows) }],
        files: rows.map((row) => fileOf(row, { note: formatBytes(row.size), actions: [removalOf(row)] })),
      };
    case 'beyondTotal':
      return beyondCard(rows);
    case 'scans':
      return scansCard(card);
    case 'foreign':
      return foreignCard(card);
    case 'server':
      return serverCard(card, canRestore);
    case 'damaged':
      return damagedCard(rows);
  }
}

function fileOf({ id, path }: CheckedRow, more: Partial<CardFile> & Pick<CardFile, 'actions'>): CardFile {
  return { id, name: path, ...more };
}

function idsOf(rows: readonly CheckedRow[]): readonly string[] {
  return rows.map(({ id }) => id);
}

function removal(rows: readonly CheckedRow[]): ChoiceEvent {
  return { type: 'removed', ids: idsOf(rows) };
}

function removalOf(row: CheckedRow): CardAction {
  return { label: 'Leave out', event: removal([row]) };
}

/** Leaves out a file, or takes it back. */
function leftOutToggle({ id, isLeftOut = false }: CheckedRow): CardAction {
  const ids = [id];
  const event: ChoiceEvent = { type: 'kept', kept: isLeftOut ? ids : [], leftOut: isLeftOut ? [] : ids };
  return { label: 'Leave out', isPressed: isLeftOut, event };
}

function renameTo({ id, newName }: NameRepair): CardAction {
  return { label: 'Rename', event: { type: 'renamed', id, newName } };
}

function namesCard(rows: readonly CheckedRow[]): CardDescription {
  const repairs = repairNames(rows);
  const repairOf = new Map(repairs.map((repair) => [repair.id, repair]));
  return {
    title: `${counted(rows.length, 'name')} ${plural(rows.length, 'doesn’t', 'don’t')} fit`,
    isSolved: false,
    text: ERROR_CATALOGUE.invalidFileName.text,
    actions:
      repairs.length === 0
        ? []
        : [
            {
              label: `Rename all (${formatCount(repairs.length)})`,
              isProposed: true,
              event: { type: 'bulkRenamed', steps: repairs },
            },
          ],
    toRename: rows.filter(({ id }) => !repairOf.has(id)),
    files: rows.map((row) => {
      const repair = repairOf.get(row.id);
      if (repair === undefined) return fileOf(row, { actions: [removalOf(row)] });
      return fileOf(row, { newName: repair.newName, actions: [renameTo(repair)] });
    }),
  };
}

/** The total is often wrong itself. */
function beyondCard(rows: readonly CheckedRow[]): CardDescription {
  const highest = rows.reduce((most, { naming }) => Math.max(most, naming?.section ?? 0), 0);
  const sections = String(highest);
  return {
    title: `${counted(rows.length, 'file')} above the total sections`,
    isSolved: false,
    text: ERROR_CATALOGUE.sectionTooLarge.text,
    actions:
      highest > MAX_SECTION
        ? []
        : [{ label: `Set total sections to ${sections}`, event: { type: 'totalEntered', sections } }],
    files: rows.map((row) => fileOf(row, { actions: [removalOf(row)] })),
  };
}

function scansCard({ rows, blocks }: Card<CheckedRow>): CardDescription {
  const groups = groupScans(rows);
  const scans = groups.reduce((sum, group) => sum + group.rows.length + group.onServer.length, 0);
  // Its channels and layers are scanned together.
  const sections = new Set(rows.map(({ key, naming }) => `${datasetFolder(key)} ${naming?.section ?? key}`)).size;
  const isSolved = groups.every((group) => group.isSolved);
  const isDated = groups.every(({ latest, isSolved: isDone }) => isDone || latest !== undefined);
  return {
    title: `${counted(scans, 'scan')} of ${plural(sections, 'the same section', counted(sections, 'section'))}`,
    isSolved,
    text: isSolved ? 'The scans that are crossed out are left out.' : undecidedText(blocks, isDated),
    actions: groups.some(({ rescan }) => rescan !== undefined)
      ? [{ label: 'Keep rescans', isProposed: isDated && !isSolved, event: { type: 'kept', ...keepRescans(groups) } }]
      : [],
    files: [],
    pairs: groups.map(pairOf),
  };
}

function undecidedText(blocks: boolean, isDated: boolean): string {
  const what = blocks ? findingText('duplicate') : 'All of them are uploaded unless you leave some out';
  return isDated ? what : `${what}. The dates don’t say which is the latest.`;
}

function pairOf({ rows: [first, ...others], onServer }: ScanGroup<CheckedRow>): CardPair {
  const rows = first === undefined ? others : [first, ...others];
  return {
    place: first?.naming === undefined ? (first?.name ?? '') : placeText(first.naming),
    files: [
      ...onServer.map((entry) => ({
        ...{ id: entry.key, name: entry.key.split('/').slice(2).join('/'), picture: entry, actions: [] },
        note: `On the server, ${fileDateText(entry)}`,
      })),
      ...rows.map((row) =>
        fileOf(row, {
          ...{ note: formatTime(row.lastModified), picture: row.file },
          ...{ isLeftOut: row.isLeftOut === true, actions: [leftOutToggle(row)] },
        }),
      ),
    ],
  };
}

function placeText({ section, channel }: { readonly section: number; readonly channel: number }): string {
  return `${sectionName(section)} ${channelCode(channel)}`;
}

/** Images of other datasets. They are left out, renamed or uploaded as they are. */
function foreignCard({ rows, blocks }: Card<CheckedRow>): CardDescription {
  const prefixes = [...new Set(rows.map(({ namedFor = '' }) => namedFor))];
  const [title, ...others] = new Set(rows.map(({ key }) => lastSegment(datasetFolder(key))));
  const target = title !== undefined && others.length === 0 ? shownName(title) : 'their datasets';
  const repairs = renameToDatasets(rows);
  const repairOf = new Map(repairs.map((repair) => [repair.id, repair]));
  return {
    title: `${counted(rows.length, 'file')} named for another dataset`,
    isSolved: !blocks,
    text: `The names begin with ${prefixes.map(nameInText).join(', ')}. Check the destination.`,
    actions: foreignActions(rows, `Rename to ${target}`, { type: 'bulkRenamed', steps: repairs }),
    files: rows.map((row) => {
      const repair = repairOf.get(row.id);
      const { isLeftOut = false } = row;
      if (repair === undefined) return fileOf(row, { isLeftOut, actions: [leftOutToggle(row)] });
      return fileOf(row, { isLeftOut, actions: foreignActions([row], 'Rename', renameTo(repair).event) });
    }),
  };
}

function foreignActions(rows: readonly CheckedRow[], label: string, rename: ChoiceEvent): readonly CardAction[] {
  const ids = idsOf(rows);
  const isAll = (isLeftOut: boolean | undefined) => rows.every((row) => row.isLeftOut === isLeftOut);
  return [
    {
      ...{ label: 'Leave out', isPressed: isAll(true), isProposed: isAll(undefined) },
      event: { type: 'kept', kept: [], leftOut: ids },
    },
    { label, event: rename },
    { label: 'Upload anyway', isPressed: isAll(false), event: { type: 'kept', kept: ids, leftOut: [] } },
  ];
}

/** Files on the server: identical files are left out, and the user decides about the others, which are listed. */
function serverCard({ rows, blocks }: Card<CheckedRow>, canRestore: boolean): CardDescription {
  const others = rows.filter(({ content }) => content !== 'identical');
  const listed = others.length === 0 ? rows : others;
  return {
    title: `${counted(rows.length, 'file')} ${plural(rows.length, 'is', 'are')} on the server already`,
    isSolved: !blocks,
    text: contentsText(rows, canRestore),
    actions: collisionActions(listed, ' all'),
    files: listed.map((row) =>
      fileOf(row, {
        ...{ isLeftOut: row.decision === 'leaveOut', actions: collisionActions([row], '') },
        ...(row.content !== undefined && { note: row.content === 'unknown' ? 'not comparable' : row.content }),
      }),
    ),
  };
}

function collisionActions(rows: readonly CheckedRow[], which: string): readonly CardAction[] {
  const ids = idsOf(rows);
  const action = (verb: string, decision: CollisionDecision): CardAction => ({
    label: `${verb}${which}`,
    isPressed: rows.every((row) => row.decision === decision),
    event: { type: 'decided', ids, decision },
  });
  return [action('Leave out', 'leaveOut'), action('Replace', 'replace')];
}

function contentsText(rows: readonly CheckedRow[], canRestore: boolean): string {
  const count = (isCounted: (row: CheckedRow) => boolean) => rows.filter(isCounted).length;
  const undecided = count(({ decision }) => decision === undefined);
  if (undecided > 0 && rows.some(({ content }) => content === undefined)) return 'Comparing the contents…';
  const replaced = count(({ decision }) => decision === 'replace');
  const parts = [
    [count(({ content }) => content === 'identical'), 'identical'],
    [count(({ content }) => content === 'different'), 'different'],
    [count(({ content }) => content === 'unknown'), 'not comparable'],
    [count(({ decision }) => decision === 'leaveOut'), 'left out'],
    [replaced, canRestore ? 'to replace' : 'to replace, which can’t be undone'],
  ] as const;
  return [
    ...parts.filter(([files]) => files > 0).map(([files, text]) => `${formatCount(files)} ${text}`),
    ...(undecided > 0 ? [`Leave out or replace ${formatCount(undecided)}`] : []),
  ].join(' · ');
}

/** Damaged images, which are left out unless the user wants them. */
function damagedCard(rows: readonly CheckedRow[]): CardDescription {
  const leftOut = rows.filter(({ isLeftOut }) => isLeftOut === true).length;
  const [they, them] = rows.length === 1 ? ['It is', 'it'] : ['They are', 'them'];
  const texts = {
    all: `${they} not uploaded, because previews and jobs can’t read ${them}.`,
    some: `${formatCount(leftOut)} of ${formatCount(rows.length)} are left out. Previews and jobs can’t read ${them}.`,
    none: `${they} uploaded. Previews and jobs leave ${them} out.`,
  };
  const which = leftOut === rows.length ? 'all' : leftOut === 0 ? 'none' : 'some';
  return {
    title: counted(rows.length, 'damaged image'),
    isSolved: which === 'all',
    text: texts[which],
    actions: [
      { label: 'Leave out', isPressed: which === 'all', event: { type: 'unreadableLeftOut', isLeftOut: true } },
      { label: 'Upload anyway', isPressed: which === 'none', event: { type: 'unreadableLeftOut', isLeftOut: false } },
    ],
    files: rows.map((row) =>
      fileOf(row, {
        ...{ isLeftOut: row.isLeftOut === true, actions: [leftOutToggle(row)] },
        ...(row.imageProblem !== undefined && { note: imageProblemText(row.imageProblem) }),
      }),
    ),
  };
}
